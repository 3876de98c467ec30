-- What a signed-in person is writing: a copy of the browser's own, sealed like a letter. Gone after a year unused.
create table draft (
  id uuid primary key,                       -- the browser chooses it
  account_id uuid not null references account on delete cascade,
  version int not null check (version > 0),
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,                    -- HTML, with its pictures
  updated_at timestamptz not null
);
create index draft_of_account on draft (account_id, updated_at desc);
create index draft_unused on draft (updated_at);
