-- Into whose envelopes a letter goes, and so who prints it (letter/paper-profile.ts): first those it was set for.
alter table letter add column paper text not null default 'ES-IZQ-1'
  check (paper in ('ES-IZQ-1', 'PINGEN-1'));

-- A letter's way through a printer elsewhere; its print job of the same attempt is 'batched' meanwhile.
create table submission (
  letter_id uuid not null references letter on delete restrict,
  attempt int not null,
  printer text not null,
  reference text not null unique,            -- ours, kept by them: letter and attempt
  idempotency_key text not null unique,      -- written before they are asked, and never another for this attempt
  state text not null check (state in
    ('ready', 'submitting', 'unknown', 'accepted', 'rejected', 'cancelled', 'given-up')),
  tries int not null default 0,
  key_used_at timestamptz,                   -- first time they may have seen the key: it ages from here
  printer_id text,                           -- theirs
  status text,                               -- how far they are, in our words
  reason text,                               -- of trouble or refusal: a word, never theirs in full
  next_at timestamptz not null,              -- when somebody should look after it
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  primary key (letter_id, attempt),
  foreign key (letter_id, attempt) references print_job (letter_id, attempt) on delete restrict,
  unique (printer, printer_id)
);
-- One living submission a letter: another one needs a person's word, which ends the first.
create unique index submission_once on submission (letter_id)
  where state in ('ready', 'submitting', 'unknown', 'accepted');
create index submission_due on submission (state, next_at);

create table printer_event (
  id text primary key,
  kind text not null,
  received_at timestamptz not null
);
