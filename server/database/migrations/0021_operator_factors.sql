-- The second factors of who enters the print room: passkeys, and at most one application of codes.
create table operator_passkey (
  credential_id text primary key,
  account_id uuid not null references operator on delete cascade,
  public_key bytea not null,
  counter bigint not null,                   -- of the authenticator; it never goes back
  added_at timestamptz not null
);
create index operator_passkey_of on operator_passkey (account_id);

-- The secret is sealed as a letter is, under the account's id.
create table operator_totp (
  account_id uuid primary key references operator on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  last_step int,                             -- of the last code that counted; null until the first one has
  added_at timestamptz not null
);
create trigger letter_key_in_use before insert or update of key_name on operator_totp
  for each row execute function letter_key_in_use();

-- What a login session has proven beyond its account, and the question its browser is answering.
create table operator_session (
  session_id uuid primary key references login_session (id) on delete cascade,
  proven_at timestamptz,
  challenge text,
  challenge_at timestamptz
);
