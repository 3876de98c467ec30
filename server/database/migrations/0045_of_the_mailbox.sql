-- When the mailbox last stood behind what opens an account; null: never. A server of the version before says nothing, so what it
-- writes ends with the next code.
alter table account add column password_mailbox_at timestamptz, add column social_mailbox_at timestamptz;
-- A partial index is no key that others may refer to: a change then lets rows be written that name the account (lock-order.test.ts).
alter table account drop constraint account_social_subject_key;
create unique index account_social_subject on account (social_subject) where social_subject is not null;
alter table login_session add column mailbox_at timestamptz;
alter table known_device add column mailbox_at timestamptz;

-- Without Google, an account was proven by a link, a reset or a code. Of Google's word only that on its own mailboxes holds.
update account set password_mailbox_at = email_verified_at
  where email_verified_at is not null and social_subject is null and password_hash is not null;
update account set social_mailbox_at = email_verified_at where social_subject is not null and email like '%@gmail.com';
update login_session set mailbox_at = email_verified_at from account
  where account.id = account_id and email_verified_at is not null and social_subject is null;
update known_device set mailbox_at = email_verified_at from account
  where account.id = account_id and email_verified_at is not null and social_subject is null;
