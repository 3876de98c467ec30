-- All ids are random, so a letter is called by the first digits of its id, which its primary key finds.
drop index letter_called;
drop function letter_code;

-- What these triggers did for older servers, ours do themselves.
drop trigger drop_stale_signature on draft;
drop function drop_stale_signature;
drop trigger forget_kept_by_account on account;
drop function forget_kept_by_account;

alter table house_mode drop constraint house_mode_mode_check,
  add constraint house_mode_mode_check check (mode in ('sandbox', 'test', 'live'));
alter table letter alter column printed_day set not null;
