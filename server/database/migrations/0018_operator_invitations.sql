-- Who was invited to the print room and has not come yet: one invitation an address, opened by the token of its link.
create table operator_invitation (
  token_hash bytea primary key,              -- SHA-256
  email text not null unique,
  name text not null check (length(name) between 1 and 80),
  is_supervisor boolean not null,
  expires_at timestamptz not null
);
