create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,                         -- at most one job per (kind, key), for ever
  payload jsonb not null default '{}',       -- ids only, never a letter's words
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  lease uuid,                                -- the fencing token of whoever works on it …
  lease_until timestamptz,                   -- … until when
  done_at timestamptz,
  dead_at timestamptz,                       -- given up: a person must look
  error text,
  created_at timestamptz not null default now(),
  unique (kind, key)
);
create index job_ready on job (kind, run_at, id) where done_at is null and dead_at is null;
