-- A dispute is open, won or lost; a charge may have several, one after the other.
create table card_dispute (
  id text primary key,
  payment_id uuid not null references payment on delete restrict,
  state text not null check (state in ('open', 'won', 'lost'))
);
create index card_dispute_of on card_dispute (payment_id);
-- What counts of them, in place of `disputed`, which only earlier versions read.
alter table payment add column dispute text check (dispute in ('open', 'won', 'lost'));
update payment set dispute = 'open' where disputed;
