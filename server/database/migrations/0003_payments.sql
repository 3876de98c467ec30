create table payment (
  id uuid primary key,
  letter_id uuid not null references letter on delete restrict,
  intent_id text unique,                     -- null until the provider has answered
  idempotency_key text not null unique,      -- written before the provider is asked
  amount_cents int not null check (amount_cents > 0),
  currency text not null,
  state text not null check (state in ('open', 'paid', 'refunded', 'cancelled')),
  refunded_cents int not null default 0 check (refunded_cents between 0 and amount_cents),
  disputed boolean not null default false,
  created_at timestamptz not null,
  paid_at timestamptz
);
-- One open or successful payment a letter.
create unique index payment_once on payment (letter_id) where state in ('open', 'paid');
create index payment_open on payment (created_at) where state = 'open';

create table refund (
  payment_id uuid primary key references payment on delete restrict,  -- never twice
  amount_cents int not null,
  reason text not null,
  requested_at timestamptz not null,
  provider_id text,                          -- null: asked for, no answer yet
  settled_at timestamptz
);

create table card_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

-- The sandbox of the card provider keeps its own books, as the real one does.
create table sandbox_card_intent (
  id text primary key,
  body jsonb not null,
  created bigint not null
);
create table sandbox_card_refund (
  id text primary key,
  intent_id text not null references sandbox_card_intent,
  body jsonb not null
);
create table sandbox_card_event (
  id text primary key,
  body jsonb not null,
  created bigint not null,
  delivered_at timestamptz
);
create table sandbox_card_answer (
  idempotency_key text primary key,
  request text not null,
  status int not null,
  body jsonb not null
);
