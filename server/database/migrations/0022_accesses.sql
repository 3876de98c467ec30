-- Who came in, or tried to, under a pseudonym of the address. Written once; the days that are over are sealed into the
-- operators' record, and a year later they go.
create table access_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  subject text not null,                     -- the pseudonym of the address; empty where it is not known
  act text not null,
  how text not null
);
create index access_entry_subject on access_entry (subject, id);
create index access_entry_at on access_entry (at);
create function access_stays_as_written() returns trigger language plpgsql as $$
begin
  raise exception 'what happened stays as it was written' using errcode = 'restrict_violation';
end $$;
create trigger access_stays_as_written before update on access_entry
  for each row execute function access_stays_as_written();

-- The days that are sealed: each once, whichever node is first.
create table access_seal (
  day text primary key                       -- UTC, as 2026-11-21
);
