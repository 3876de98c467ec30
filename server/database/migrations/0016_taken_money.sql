-- What the provider has taken, which is not always what was asked: 'taken' is money that pays for no letter, because it
-- is another sum than was shown, or came for a payment that was closed. It can be given back, and nothing else.
alter table payment add column received_cents int not null default 0 check (received_cents >= 0);
update payment set received_cents = amount_cents where state in ('paid', 'refunded');
alter table payment
  drop constraint payment_state_check,
  add constraint payment_state_check check (state in ('open', 'paid', 'taken', 'refunded', 'cancelled')),
  drop constraint payment_check,
  add constraint payment_refunded_cents_check check (refunded_cents between 0 and received_cents);
