-- Accounts: every registration is its own claim on an address. Unverified rows may share one, verified rows never do.
create table account (
  id uuid primary key,
  email text not null,                       -- trimmed, NFC, lower case
  email_verified_at timestamptz,
  password_hash text,                        -- argon2id; null: social sign-in only, or a claim that lost
  social_subject text unique,                -- the provider's own id of this person
  operator boolean not null default false,
  created_at timestamptz not null
);
create unique index account_verified_email on account (email) where email_verified_at is not null;
create index account_email on account (email);

create table login_session (
  token_hash bytea primary key,              -- SHA-256: a copy of this table opens no session
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_session_account on login_session (account_id);

create table email_link (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_link_account on email_link (account_id, purpose);

create table captcha_used (
  nonce text primary key,                    -- an answer counts once
  expires_at timestamptz not null
);

-- The shape rate-limiter-flexible writes: limits survive a restart and are shared by all nodes.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
