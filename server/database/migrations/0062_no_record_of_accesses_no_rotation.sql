drop table access_seal;
drop table access_entry;
drop function access_stays_as_written();

-- Which outside keys have wrapped something here: a start asks whether all that are still needed are at hand.
create or replace function letter_key_in_use() returns trigger language plpgsql as $$
begin
  insert into letter_key (name) values (new.key_name) on conflict do nothing;
  return new;
end $$;
alter table letter_key drop column retired_at;
