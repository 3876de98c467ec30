-- How many letters of an account were paid, and when the last one was: its profile says so, and who writes much has many.
create table letters_written (
  account_id uuid primary key,               -- no reference: a payment must not wait for whoever holds the account
  letters int not null,
  last_at timestamptz not null
);
create function count_letters_written() returns trigger language plpgsql as $$
begin
  if exists (select from taken where step = 'pay') then
    insert into letters_written as known (account_id, letters, last_at)
      select account_id, count(*), max(at) from taken join letter on letter.id = letter_id
      where step = 'pay' group by account_id order by account_id
      on conflict (account_id) do update
        set letters = known.letters + excluded.letters, last_at = greatest(known.last_at, excluded.last_at);
  end if;
  return null;
end $$;
insert into letters_written (account_id, letters, last_at)
  select account_id, count(*), max(at) from letter_step join letter on letter.id = letter_id
  where step = 'pay' group by account_id;

-- In the database, so that servers of before count too. Payments wait from here on: what was paid while the steps were
-- read is counted again, by the few accounts that paid in the last hours.
create trigger count_letters_written after insert on letter_step referencing new table as taken
  for each statement execute function count_letters_written();
insert into letters_written (account_id, letters, last_at)
  select account_id, count(*), max(at) from letter_step join letter on letter.id = letter_id
  where step = 'pay' and account_id in (
    select account_id from letter join letter_step lately on lately.letter_id = letter.id
    where lately.step = 'pay' and lately.at > now() - interval '2 hours')
  group by account_id
  on conflict (account_id) do update set letters = excluded.letters, last_at = excluded.last_at;
