-- An order: letters paid by one intent. Each has a payment of its own for its part; those of an order share the intent
-- and the key under which it is made. Null: its letter is paid alone, and the order's id is the letter's.
alter table payment add column order_id uuid;
alter table payment drop constraint payment_intent_id_key, drop constraint payment_idempotency_key_key;
create unique index payment_of_intent on payment (intent_id, letter_id);
create unique index payment_of_key on payment (idempotency_key, letter_id);
create index payment_of_order on payment (order_id) where order_id is not null;
