-- A server of before erases an account and knows neither its addresses nor its signature: they go with the e-mail address.
-- The row of the account stays where it has letters.
create function forget_kept_by_account() returns trigger language plpgsql as $$
begin
  delete from address_book where account_id = new.id;
  delete from signature where account_id = new.id;
  return null;
end $$;
create trigger forget_kept_by_account after update of email on account
  for each row when (new.email = '' and old.email <> '') execute function forget_kept_by_account();

delete from address_book using account where account.id = account_id and email = '';
delete from signature using account where account.id = account_id and email = '';
