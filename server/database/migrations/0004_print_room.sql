create table print_batch (
  id int generated always as identity primary key,   -- shown as B0001
  closed_at timestamptz not null,
  closed_by text not null,
  letters int not null,
  sheets int not null,
  grams numeric not null,
  pdf_sha256 text not null                            -- of the merged file, which can be made again from the letters
);

create table print_job (
  letter_id uuid not null references letter on delete restrict,
  attempt int not null default 1,
  state text not null check (state in ('waiting', 'batched', 'printed', 'posted', 'void')),
  batch_id int references print_batch,
  place int,                                          -- in the batch, from 1
  reason text,                                        -- of a reprint
  created_at timestamptz not null,
  printed_at timestamptz,
  posted_at timestamptz,
  primary key (letter_id, attempt)
);
-- At most one living print job a letter.
create unique index print_job_once on print_job (letter_id) where state <> 'void';
create index print_job_waiting on print_job (created_at) where state = 'waiting';
create index print_job_batch on print_job (batch_id, place);
