-- Six digits by e-mail, typed in the browser that asked; one at a time for each of its addresses.
create table sign_in_code (
  email text not null,
  device_hash bytea not null,                -- SHA-256 of the secret that stays in that browser
  code_hash bytea not null,                  -- SHA-256 of code and secret: a copy of this table tells no code
  wrong_tries int not null default 0,
  expires_at timestamptz not null,
  primary key (email, device_hash)
);
