-- Nobody signs in to an account that was disabled; what is under way in it goes on.
alter table account add column disabled_at timestamptz;
