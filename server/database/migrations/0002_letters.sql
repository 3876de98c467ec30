create table letter (
  id uuid primary key,
  account_id uuid not null references account on delete restrict,
  state text not null check (state in
    ('frozen', 'paid', 'batched', 'printed', 'posted', 'returned', 'cancelled', 'expired', 'needs-person')),
  fingerprint bytea not null,                -- keyed hash of everything the bytes depend on
  pages smallint not null check (pages between 1 and 4),
  sheets smallint not null check (sheets between 1 and 2),
  pdf_sha256 text not null,                  -- hex, of the PDF that is paid and printed
  price_lines jsonb not null,
  total_cents int not null check (total_cents > 0),
  currency text not null,
  postal_code text,                          -- of the recipient: orders a batch; no person can be told from it
  created_at timestamptz not null,
  state_since timestamptz not null
);
-- The same person's same letter, still unpaid, is one letter, however often Enviar is pressed.
create unique index letter_unpaid_once on letter (account_id, fingerprint) where state = 'frozen';
create index letter_of_account on letter (account_id, created_at desc, id desc);
create index letter_in_state on letter (state, state_since);

-- What is secret of a letter, sealed with a key of its own; that key is wrapped by one outside the database.
create table letter_secret (
  letter_id uuid primary key references letter on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,                    -- which outside key wraps it
  addresses bytea not null,                  -- JSON, apart from the content: a list shows them without its pictures
  content bytea not null,                    -- HTML, with the pictures as they are printed
  pdf bytea not null
);

create table letter_step (
  letter_id uuid not null references letter on delete cascade,
  seq int not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  step text not null,
  cause text not null,                       -- who or what: 'sender', 'card-provider', 'operator', a job's name
  primary key (letter_id, seq)
);

-- Things only a person can settle. Never a letter's words.
create table concern (
  id uuid primary key,
  kind text not null,
  letter_id uuid references letter on delete set null,
  reference text not null,                   -- an intent, a batch, …
  note text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (kind, reference)
);
