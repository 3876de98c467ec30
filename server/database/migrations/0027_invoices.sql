-- The books. An invoice is written once: what is wrong is corrected by another. Nothing here names a buyer.
create table invoice (
  number text primary key,                   -- S2026-000001
  series text not null,
  place int not null check (place > 0),
  kind text not null check (kind in ('simplificada', 'completa', 'rectificativa')),
  payment_id uuid not null references payment on delete restrict,
  step int not null check (step > 0),        -- the how manieth of its payment
  letter_id uuid not null references letter on delete restrict,
  corrects text,                             -- the number it stands in for, or corrects
  issued_on text not null,                   -- days in Spain
  supplied_on text not null,
  lines jsonb not null,                      -- cents, VAT included
  base_cents int not null,
  tax_percent int not null,
  tax_cents int not null,
  total_cents int not null,
  seller_name text not null,
  seller_nif text not null,
  seller_address text not null,
  chain text not null,
  seq int not null check (seq > 0),          -- its place in the chain
  recorded_at text not null,                 -- as it is hashed
  previous_hash text not null,
  hash text not null,
  unique (series, place),
  unique (payment_id, step),
  unique (chain, seq),
  check (base_cents + tax_cents = total_cents),
  check ((kind = 'simplificada') = (corrects is null))
);
create unique index invoice_once on invoice (payment_id, kind) where kind <> 'rectificativa';
create index invoice_of_letter on invoice (letter_id);
create index invoice_issued on invoice (issued_on);
create function invoice_stays_as_written() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice stays as it was written' using errcode = 'restrict_violation';
end $$;
create trigger invoice_stays_as_written before update or delete on invoice
  for each row execute function invoice_stays_as_written();

-- Whoever issues an invoice holds the row: numbers follow each other without a gap, and so do the hashes.
create table invoice_chain (
  name text primary key check (name in ('live', 'test')),
  length int not null default 0,
  last_hash text not null default ''
);

-- To whom a full invoice was made out, sealed as a letter is, under the payment's id.
create table invoice_buyer (
  payment_id uuid primary key references payment on delete restrict,
  wrapped_key bytea not null,
  key_name text not null,
  content bytea not null,
  keep_until timestamptz not null
);
create trigger letter_key_in_use before insert or update of key_name on invoice_buyer
  for each row execute function letter_key_in_use();

-- What its invoices come to. Those where it is not what was taken and not given back are few, and found by an index.
alter table payment add column invoiced_cents int;
create index payment_to_invoice on payment (paid_at)
  where paid_at is not null and invoiced_cents is distinct from received_cents - refunded_cents;
