-- Whom somebody writes to: one sealed text an account, so that nothing tells how many there are in it.
create table address_book (
  id uuid primary key,
  account_id uuid not null unique references account on delete cascade,
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  looked_at timestamptz not null             -- when the recipients of its letters were last taken in
);
create trigger letter_key_in_use before insert or update of key_name on address_book
  for each row execute function letter_key_in_use();
