-- The outbox: a row in the transaction that makes it true. Its data is emptied once the message has gone.
create table mail (
  id uuid primary key,                       -- also the Message-ID
  kind text not null,
  key text not null,                         -- one message of a kind for one key, for ever
  recipient text not null,
  data jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  error text,                                -- the carrier's code, never an address
  created_at timestamptz not null,
  unique (kind, key)
);
create index mail_due on mail (next_at) where sent_at is null and given_up_at is null;

create table sandbox_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null
);
create index sandbox_mail_newest on sandbox_mail (sent_at desc);
