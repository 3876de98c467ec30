-- Every table, under the module that alone writes it. Until the first tag a change is made here; after it, in migrations/.

-- database

create table migration (
  name text primary key,                     -- 0001 is this file
  done_at timestamptz not null default now()
);

create table installation_mode (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'test', 'live')),  -- play money must never print a letter
  installation uuid not null default gen_random_uuid()  -- marks our payments: others may share the provider's account
);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  payload jsonb not null default '{}',       -- ids only, never a letter's words
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  lease uuid,                                -- the fencing token of its worker, until:
  lease_until timestamptz,
  done_at timestamptz,
  dead_at timestamptz,                       -- given up: a person must look
  error text,
  created_at timestamptz not null default now(),
  gives_up boolean not null default true,    -- false: money that a person waits for
  unique (kind, key)                         -- a second job of the same is dropped
);
create index job_ready on job (kind, run_at, id) where done_at is null and dead_at is null;

create table backup_made (
  taken_at timestamptz primary key,
  bytes bigint not null
);

-- Set after a restore: no server starts until it is settled with the card provider.
create table restoration (
  restored_at timestamptz primary key,
  taken_at timestamptz not null,
  settled_at timestamptz
);

-- http

-- The shape that rate-limiter-flexible writes.
create table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

-- accounts

-- Each registration is its own claim on an address: several unproven claims may share it, one proven account owns it.
create table account (
  id uuid primary key,
  email text not null,                       -- trimmed, NFC, lower case; empty: erased
  email_verified_at timestamptz,
  password_hash text,                        -- argon2id
  social_subject text,                       -- the provider's own id of this person
  only_google boolean not null default false,  -- begun by Google's old word: the first proof ends all it has
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index account_verified_email on account (email) where email_verified_at is not null;
create index account_email on account (email);
-- Partial, so that foreign keys cannot refer to it, and a change need not wait for rows that do.
create unique index account_social_subject on account (social_subject) where social_subject is not null;
create index account_unproven on account (created_at) where email_verified_at is null and email <> '';

create table login_session (
  token_hash bytea primary key,              -- SHA-256: a copy of this table opens no session
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  id uuid not null unique default gen_random_uuid(),  -- names it to its owner
  browser text not null default 'un navegador desconocido',
  by_mailbox boolean not null default false, -- opened by a code, or by the word of the mailbox's own provider
  device_hash bytea                          -- null: it showed no secret
);
create index login_session_account on login_session (account_id);

-- Browsers in which the account was registered or signed in to: there a mailed link proves it at once.
create table known_device (
  account_id uuid not null references account on delete cascade,
  device_hash bytea not null,                -- SHA-256 of a secret that stays in the browser
  used_at timestamptz not null default now(),
  primary key (account_id, device_hash)
);

create table email_link (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_link_account on email_link (account_id, purpose);

create table sign_in_code (
  email text not null,
  device_hash bytea not null,
  code_hash bytea not null,                  -- SHA-256 of code and secret: a copy of this table tells no code
  wrong_tries int not null default 0,
  expires_at timestamptz not null,
  primary key (email, device_hash)
);

create table captcha_used (
  nonce text primary key,                    -- an answer counts once
  expires_at timestamptz not null
);

-- letters

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
  style text not null default 'clasica',
  size text not null default 'normal',
  seal jsonb not null default 'false',        -- true, or the name of a shape
  reply_code boolean not null default false,
  language text,                             -- null: not said, printed as Spanish
  post_on text collate "C" check (post_on ~ '^\d{4}-\d\d-\d\d$'),  -- null: as soon as possible
  draft_id uuid,                             -- the browser's name for what it was made of
  again_of uuid references letter deferrable,  -- it came back and is sent again; a restore may read it before that one
  printed_day text not null,                 -- stands on the paper
  return_reason text,                        -- as its sender reads it
  created_at timestamptz not null,
  state_since timestamptz not null
);
-- An equal unpaid letter of one account is stored once, however often Enviar is pressed.
create unique index letter_unpaid_once on letter (account_id, fingerprint) where state = 'frozen';
create index letter_paid_before on letter (account_id, fingerprint)
  where state in ('paid', 'batched', 'printed', 'posted');
create index letter_of_account on letter (account_id, created_at desc, id desc);
create index letter_in_state on letter (state, state_since);
create index letter_ended on letter (state_since) where state in ('cancelled', 'expired');
create index letter_posting_day on letter (coalesce(post_on, '')) where state = 'paid';
create index letter_hash on letter (pdf_sha256 collate "C");  -- a person reads its first digits from a receipt
create index letter_again_of on letter (again_of) where again_of is not null;
create index letter_unpaid_of_draft on letter (account_id, draft_id) where state = 'frozen' and draft_id is not null;
-- A returned letter has one live second letter. Letters waiting for an operator are left out, so that a doubt never
-- fails.
create unique index letter_again_once on letter (again_of)
  where again_of is not null and state in ('frozen', 'paid', 'batched', 'printed', 'posted', 'returned');

-- Sealed with its own key, which is wrapped by a key outside the database.
create table letter_secret (
  letter_id uuid primary key references letter on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,                    -- which outside key wraps it
  addresses bytea not null,                  -- JSON, with the first words: a list opens no content and pictures
  content bytea not null,                    -- HTML, with the pictures as they are printed
  pdf bytea not null,
  signature bytea,
  date_line bytea                            -- JSON: a town is a person's words
);

create table letter_step (
  letter_id uuid not null references letter on delete cascade,
  seq int not null,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  step text not null,
  cause text not null,                       -- 'sender', 'card-provider', 'operator', a job's name
  primary key (letter_id, seq)
);
create index letter_step_at on letter_step (at) include (step, from_state);

-- The first prices are in the program; later ones are here.
create table price (
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),  -- in Madrid
  code text not null,
  cents int not null,
  added_at timestamptz not null,
  added_by text not null,
  primary key (from_day, code)
);

-- Issues that only an operator can settle (database). Never a letter's words.
create table issue (
  id uuid primary key,
  kind text not null,
  letter_id uuid references letter on delete set null,
  reference text not null,                   -- an intent, a batch, …
  note text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique nulls not distinct (kind, reference, letter_id)
);
create index issue_open on issue (letter_id) where settled_at is null;

-- orders

-- The text a signed-in account is writing: a copy of the browser's, sealed like a letter.
create table draft (
  id uuid primary key,                       -- the browser chooses it
  account_id uuid not null references account on delete cascade,
  version int not null check (version > 0),
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,                    -- HTML, with its pictures
  addresses bytea not null,                  -- JSON
  signature bytea,
  date_line bytea,
  style text not null default 'clasica',
  size text not null default 'normal',
  seal jsonb not null default 'false',        -- true, or the name of a shape
  reply_code boolean not null default false,
  language text,                             -- null: not said, printed as Spanish
  updated_at timestamptz not null
);
create index draft_of_account on draft (account_id, updated_at desc);
create index draft_unused on draft (updated_at);

create table template (
  id uuid primary key,                       -- the browser chooses it
  account_id uuid not null references account on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  name bytea not null,
  content bytea not null,
  signature bytea,
  date_line bytea,
  style text not null default 'clasica',
  size text not null default 'normal',
  seal jsonb not null default 'false',        -- true, or the name of a shape
  reply_code boolean not null default false,
  language text,                             -- null: not said, printed as Spanish
  kept_at timestamptz not null
);
create index template_of_account on template (account_id, kept_at desc);

-- One sealed text per account, so that the number of addresses stays secret.
create table address_book (
  id uuid primary key,
  account_id uuid not null unique references account on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  looked_at timestamptz not null             -- when the recipients of its letters were last taken in
);

create table signature (
  account_id uuid primary key references account on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  signature bytea not null,
  updated_at timestamptz not null
);

-- payments

-- One to fifty letters paid together, by one intent.
create table payment_order (
  id uuid primary key,
  name text not null,                        -- in the intent's metadata; of one letter alone the letter's id
  intent_id text unique,                     -- null until the provider has answered
  idempotency_key text not null unique,      -- written before the provider is asked
  currency text not null,
  -- 'taken': another sum than was shown, or for an order that was closed. It can be given back, and nothing else.
  state text not null check (state in ('open', 'paid', 'taken', 'cancelled')),
  dispute text check (dispute in ('open', 'won', 'lost')),  -- what counts of its card_dispute
  livemode boolean,                          -- as the provider's own record says
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (id, state),
  check ((state = 'paid') = (paid_at is not null))
);
create index payment_order_name on payment_order (name);
create index payment_order_open on payment_order (created_at) where state = 'open';
create index payment_order_charged on payment_order (coalesce(paid_at, created_at)) where state in ('paid', 'taken');

-- A letter's part of its order.
create table payment (
  id uuid primary key,
  letter_id uuid not null references letter on delete restrict,
  order_id uuid not null,
  state text not null check (state in ('open', 'paid', 'taken', 'cancelled')),  -- always the order's
  amount_cents int not null check (amount_cents > 0),
  received_cents int not null default 0 check (received_cents >= 0),  -- not always what was asked
  refunded_cents int not null default 0,
  invoiced_cents int,
  unique (order_id, letter_id),
  foreign key (order_id, state) references payment_order (id, state) on update cascade,
  constraint payment_refunded_cents_check check (refunded_cents between 0 and received_cents)
);
-- A letter is in at most one open or paid order, unless all its money is refunded.
create unique index payment_once on payment (letter_id)
  where state = 'open' or (state = 'paid' and refunded_cents < received_cents);
create index payment_of_letter on payment (letter_id);
create index payment_to_invoice on payment (id)
  where state = 'paid' and invoiced_cents is distinct from received_cents - refunded_cents;

create table refund (
  payment_id uuid primary key references payment on delete restrict,  -- never twice
  amount_cents int not null,
  reason text not null,
  requested_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'pending', 'succeeded', 'failed', 'canceled')),
  attempt int not null default 1,            -- each has a key of its own at the provider …
  key_used_at timestamptz,                   -- … which remembers it for a day from here on
  key_failed_at timestamptz                  -- a new key only after this: a call with the old may still be on its way
);

-- Refunds and disputes as the provider reports them.
create table card_refund (
  id text not null,                          -- one of several letters has a row for each
  order_id uuid not null references payment_order on delete restrict,
  payment_id uuid references payment on delete restrict,  -- null: a person has to name the letter
  cents int not null check (cents > 0),
  state text not null check (state in ('pending', 'succeeded', 'failed', 'canceled')),
  made_at timestamptz not null default now(),
  unique nulls not distinct (id, payment_id)
);
create index card_refund_of on card_refund (payment_id);
create index card_refund_of_order on card_refund (order_id);
create index card_refund_made on card_refund (made_at);

create table card_dispute (
  id text primary key,
  order_id uuid not null references payment_order on delete restrict,
  state text not null check (state in ('open', 'won', 'lost'))
);
create index card_dispute_of on card_dispute (order_id);

-- A letter's money. `left_cents`: neither refunded nor on its way. `asked`: the state of our own refund.
create view payment_money as
  select payment.id, letter_id, order_id, payment.amount_cents, received_cents, refunded_cents, invoiced_cents,
    name, intent_id, idempotency_key, currency, dispute, livemode, created_at, paid_at,
    case when received_cents > 0 and refunded_cents = received_cents then 'refunded' else payment.state end as state,
    on_the_way, received_cents - refunded_cents - on_the_way as left_cents,
    refund.state as asked, refund.reason as asked_because
  from payment join payment_order on payment_order.id = order_id
    left join refund on refund.payment_id = payment.id
    cross join lateral (select coalesce(sum(cents), 0)::int as on_the_way from card_refund
      where card_refund.payment_id = payment.id and card_refund.state = 'pending') coming;

create table card_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

create table reconciliation (
  id int primary key default 1 check (id = 1),
  read_until timestamptz,                    -- the newest event that was read, by the provider's clock
  compared_at timestamptz,
  lease_until timestamptz                    -- by the database's clock
);

-- invoices

-- Written once; corrections are new invoices. Names no buyer.
create table invoice (
  number text primary key,                   -- S2026-000001
  series text not null,
  place int not null check (place > 0),
  kind text not null check (kind in ('simplificada', 'completa', 'rectificativa')),
  payment_id uuid not null references payment on delete restrict,
  step int not null check (step > 0),        -- of its payment, from 1
  letter_id uuid not null references letter on delete restrict,
  corrects text,                             -- the number that it replaces or corrects
  issued_on text not null,                   -- days in Spain
  supplied_on text not null,
  lines jsonb not null,                      -- cents, VAT included
  base_cents int not null,
  tax_percent int not null,
  tax_cents int not null,
  total_cents int not null,
  seller_name text not null,
  seller_nif text not null,
  seller_address text not null,
  chain text not null,
  seq int not null check (seq > 0),          -- its place in the chain
  recorded_at text not null,                 -- as it is hashed
  previous_hash text not null,
  hash text not null,
  unique (series, place),
  unique (payment_id, step),
  unique (chain, seq),
  check (base_cents + tax_cents = total_cents),
  check ((kind = 'simplificada') = (corrects is null))
);
create unique index invoice_once on invoice (payment_id, kind) where kind <> 'rectificativa';
create index invoice_of_letter on invoice (letter_id);
create index invoice_issued on invoice (issued_on);
create function invoice_stays_as_written() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice stays as it was written' using errcode = 'restrict_violation';
end $$;
create trigger invoice_stays_as_written before update or delete on invoice
  for each row execute function invoice_stays_as_written();

-- Locked while an invoice is issued, so that numbers and hashes follow each other without a gap.
create table invoice_chain (
  name text primary key check (name in ('live', 'test')),
  length int not null default 0,
  last_hash text not null default ''
);

create table invoice_buyer (
  payment_id uuid primary key references payment on delete restrict,
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  keep_until timestamptz not null
);

-- mail

-- The outbox: queued in the transaction that makes the mail true. Its data is deleted once it was sent.
create table mail (
  id uuid primary key,                       -- also the Message-ID
  kind text not null,
  key text not null,
  recipient text not null,
  data jsonb not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  error text,                                -- the carrier's code, never an address
  created_at timestamptz not null,
  unique (kind, key)                         -- one message of a kind for one key
);
create index mail_due on mail (next_at) where sent_at is null and given_up_at is null;
create index mail_sent on mail (sent_at) where sent_at is not null;
create index mail_recipient on mail (coalesce(sent_at, given_up_at)) where recipient <> '';

-- print-room

create table print_batch (
  id int generated always as identity primary key,  -- shown as B0001
  closed_at timestamptz not null,
  closed_by text not null,
  letters int not null,                      -- living in it, and their sheets
  sheets int not null,
  pdf_sha256 text not null,                  -- of the merged file; empty: not made yet
  receipt text                               -- of the post, when it was handed over
);

create table print_job (
  letter_id uuid not null references letter on delete restrict,
  attempt int not null default 1,
  is_void boolean not null default false,    -- this attempt will not be posted
  batch_id int references print_batch,       -- null: it waits for one
  place int,                                 -- in the batch, from 1
  reason text,                               -- of a reprint
  created_at timestamptz not null,
  printed_at timestamptz,
  enclosed_at timestamptz,
  posted_at timestamptz,
  primary key (letter_id, attempt)
);
-- At most one print job per letter that is not void; it waits while the letter is paid.
create unique index print_job_once on print_job (letter_id) where not is_void;
create index print_job_open on print_job (batch_id) where posted_at is null and not is_void;
create index print_job_batch on print_job (batch_id, place);

-- The progress of each batch. `held`: waiting for an operator; `reprinted`: the new copy is not printed yet. Only
-- unposted jobs are counted, so that posted batches cost nothing.
create view batch_progress as
  select print_batch.*, letters - not_posted as posted, letters - not_printed as printed,
    letters - not_enclosed as enclosed, held, reprinted
  from print_batch cross join lateral (
    select count(*)::int as not_posted,
      count(*) filter (where printed_at is null)::int as not_printed,
      count(*) filter (where enclosed_at is null)::int as not_enclosed,
      count(*) filter (where state = 'needs-person')::int as held,
      count(*) filter (where printed_at is null and reason is not null and state <> 'needs-person')::int as reprinted
    from print_job join letter on letter.id = letter_id
    where batch_id = print_batch.id and not is_void and posted_at is null) left_over;

-- Removed operators keep their row: their names stand in the audit log.
create table operator (
  account_id uuid primary key references account on delete cascade,
  name text not null check (length(name) between 1 and 80),
  is_supervisor boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz
);

-- A passkey's public key, or the secret of a code application, sealed like a letter under the account's id.
create table operator_factor (
  account_id uuid not null references operator on delete cascade,
  id text not null,                          -- of the passkey; 'totp'
  kind text not null check (kind in ('passkey', 'totp')),
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  counter bigint,                            -- of the authenticator, or the last code's: it never goes back. Null: only begun
  added_at timestamptz not null,
  primary key (account_id, id)
);

create table operator_session (
  session_id uuid primary key references login_session (id) on delete cascade,
  proven_at timestamptz,
  challenge text,
  challenge_at timestamptz
);

-- Each row has the hash of the previous one, so that changed, missing or inserted rows are detected.
create table audit_log (
  seq int primary key,                       -- from 1, without a gap
  at timestamptz not null,
  operator text not null,
  action text not null,
  subject text not null,                     -- a batch, or the id of a letter, an issue, an account
  note text not null,
  previous_hash text not null,               -- hex; empty for the first
  hash text not null unique
);
create function audit_log_is_forever() returns trigger language plpgsql as $$
begin
  raise exception 'what was done stays written' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_forever before update or delete on audit_log
  for each row execute function audit_log_is_forever();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_forever();

-- operating

-- Alarms that were raised; deleted when over.
create table alarm (
  kind text primary key,
  since timestamptz not null,
  said_at timestamptz not null
);

-- When a node last saw something no other table shows: a forged webhook, a refused key, a full disk.
create table observation (
  name text primary key,
  seen_at timestamptz not null
);

-- sandbox

-- The stand-in for the card provider has its own books, like the real one.
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

create table sandbox_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null
);
create index sandbox_mail_newest on sandbox_mail (sent_at desc);
