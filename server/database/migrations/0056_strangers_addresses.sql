create index mail_recipient on mail (coalesce(sent_at, given_up_at)) where recipient <> '';
create index account_unproven on account (created_at) where email_verified_at is null and email <> '';
