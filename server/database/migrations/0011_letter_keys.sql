-- The outside keys that have wrapped something here, by name. A retired one is about to be destroyed.
create table letter_key (
  name text primary key,
  first_used_at timestamptz not null default now(),
  retired_at timestamptz
);
insert into letter_key (name) select key_name from letter_secret union select key_name from draft;

-- Nothing may be sealed with a key that is being retired, by whichever process still holds it: it would never open
-- again. The shared lock makes the retiring wait for whoever is sealing, and the sealing wait for whoever retires.
create function letter_key_in_use() returns trigger language plpgsql as $$
begin
  insert into letter_key (name) values (new.key_name) on conflict do nothing;
  perform 1 from letter_key where name = new.key_name and retired_at is null for share;
  if not found then
    raise exception 'the key is retired' using errcode = 'check_violation', constraint = 'letter_key_in_use';
  end if;
  return new;
end $$;
create trigger letter_key_in_use before insert or update of key_name on letter_secret
  for each row execute function letter_key_in_use();
create trigger letter_key_in_use before insert or update of key_name on draft
  for each row execute function letter_key_in_use();

-- The database came out of a backup. Until it is settled with the outside world no server works on it.
create table restoration (
  restored_at timestamptz primary key,
  taken_at timestamptz not null,             -- what the backup knew
  settled_at timestamptz
);

create table backup_made (
  taken_at timestamptz primary key,
  bytes bigint not null
);
