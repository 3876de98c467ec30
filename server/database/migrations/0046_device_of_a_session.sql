-- The browser it was opened in; null: it has shown no secret, or nobody wrote it down, as a server of the version before.
alter table login_session add column device_hash bytea;
