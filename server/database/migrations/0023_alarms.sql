-- What is wrong and has been said to whoever runs the site. Its row goes when it is over.
create table alarm (
  kind text primary key,
  since timestamptz not null,
  said_at timestamptz not null
);
-- When a node last saw something that stands in no other table: a forged webhook, a refused key, a full disk.
create table observation (
  name text primary key,
  seen_at timestamptz not null
);
create index mail_sent on mail (sent_at) where sent_at is not null;
create index letter_ended on letter (state_since) where state in ('cancelled', 'expired');
