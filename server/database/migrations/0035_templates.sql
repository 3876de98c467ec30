-- Letters that somebody keeps to write from again: sealed like a draft, the name too. Gone when they are dropped, or with the account.
create table template (
  id uuid primary key,                       -- the browser chooses it
  account_id uuid not null references account on delete cascade,
  kept_at timestamptz not null,
  wrapped_key bytea not null,
  key_name text not null,
  name bytea not null,
  content bytea not null,                    -- HTML, with its pictures
  signature bytea,
  style text not null default 'clasica',
  size text not null default 'normal',
  seal boolean not null default false,
  reply_code boolean not null default false
);
create index template_of_account on template (account_id, kept_at desc);
create trigger letter_key_in_use before insert or update of key_name on template
  for each row execute function letter_key_in_use();

-- Of an account that a server of before erases, as of its addresses.
create or replace function forget_kept_by_account() returns trigger language plpgsql as $$
begin
  delete from address_book where account_id = new.id;
  delete from signature where account_id = new.id;
  delete from template where account_id = new.id;
  return null;
end $$;
