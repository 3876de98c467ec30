-- Who may enter the print room. Removed ones stay as a row: their name stands in the acts.
create table operator (
  account_id uuid primary key references account on delete cascade,
  name text not null check (length(name) between 1 and 80),
  is_supervisor boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz
);
alter table account drop column operator;

-- What operators did, under their own names. Each row carries the hash of the one before it, so that a changed, missing
-- or added row is seen; the trigger keeps honest hands from it.
create table act (
  seq int primary key,                       -- from 1, without a gap
  at timestamptz not null,
  operator text not null,
  act text not null,
  subject text not null,                     -- a batch, or the id of a letter, a concern, an account
  note text not null,
  previous_hash text not null,               -- hex; empty for the first
  hash text not null unique
);
create function act_is_forever() returns trigger language plpgsql as $$
begin
  raise exception 'what was done stays written' using errcode = 'restrict_violation';
end $$;
create trigger act_is_forever before update or delete on act
  for each row execute function act_is_forever();
create trigger act_is_never_emptied before truncate on act
  for each statement execute function act_is_forever();

-- The cut-offs at which batches were closed: each once, whichever node is first.
create table cut_off (
  at timestamptz primary key,
  closed_at timestamptz not null
);

alter table print_job add column enclosed_at timestamptz;
alter table print_batch add column receipt text;    -- of the post, when it was handed over

-- A person reads the short hash from a receipt.
create index letter_hash on letter (pdf_sha256 collate "C");
