-- The browsers in which an account was opened or entered: a link from its mailbox proves it there at once.
create table known_device (
  account_id uuid not null references account on delete cascade,
  device_hash bytea not null,                -- SHA-256 of a secret that stays in the browser
  primary key (account_id, device_hash)
);

-- Requests and messages on their way say from now on when and in which browser somebody asked.
update job set payload = payload || jsonb_build_object('browser', 'un navegador desconocido', 'askedAt', now())
  where kind in ('verification-requested', 'reset-requested') and done_at is null;
update mail set data = data || jsonb_build_object('browser', 'un navegador desconocido', 'askedAt', created_at)
  where kind in ('verification', 'password-reset') and sent_at is null and given_up_at is null;
