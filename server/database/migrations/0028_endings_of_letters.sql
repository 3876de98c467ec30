-- What a letter or a draft ends with: a seal, a code to answer by, a signature. Until now with nothing.
alter table letter
  add column seal boolean not null default false,
  add column reply_code boolean not null default false;
alter table draft
  add column seal boolean not null default false,
  add column reply_code boolean not null default false;

-- Sealed like the words beside it, by the same key.
alter table letter_secret add column signature bytea;
alter table draft add column signature bytea;

-- A server of before gives a draft new words under a new key, and knows of no signature: the old one opens no more.
create function drop_stale_signature() returns trigger language plpgsql as $$
begin
  new.signature := null;
  return new;
end $$;
create trigger drop_stale_signature before update of content on draft
  for each row when (new.content is distinct from old.content and new.signature = old.signature)
  execute function drop_stale_signature();

-- The signature that an account keeps for its next letters.
create table signature (
  account_id uuid primary key references account on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  signature bytea not null,
  updated_at timestamptz not null
);
create trigger letter_key_in_use before insert or update of key_name on signature
  for each row execute function letter_key_in_use();
