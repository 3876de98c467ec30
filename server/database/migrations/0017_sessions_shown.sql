-- Where one is signed in, for its owner to see and end; the id names a session without its token's hash.
alter table login_session
  add column id uuid not null unique default gen_random_uuid(),
  add column browser text not null default 'un navegador desconocido';
