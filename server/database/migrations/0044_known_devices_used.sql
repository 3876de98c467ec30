-- When somebody last signed in there: a browser in which nobody has for a year is a stranger's again. A server of the version
-- before says nothing, and the database does.
alter table known_device add column used_at timestamptz not null default now();
