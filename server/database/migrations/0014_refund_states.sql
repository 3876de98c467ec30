-- What the provider says of each refund of ours, or made on its own pages. Never taken back: a state only goes on.
create table card_refund (
  id text primary key,
  payment_id uuid not null references payment on delete restrict,
  cents int not null check (cents > 0),
  state text not null check (state in ('pending', 'succeeded', 'failed', 'canceled'))
);
create index card_refund_of on card_refund (payment_id);
-- Until now pending was taken for settled, so of refunds that may still fail nothing is known until they are read again.
-- The provider's name of some was not kept: the first look at all of a payment's refunds takes their place.
insert into card_refund (id, payment_id, cents, state)
  select coalesce(refund.provider_id, 'unnamed ' || payment.id), payment.id, refunded_cents,
    case when settled_at > now() - interval '40 days' then 'pending' else 'succeeded' end
  from payment left join refund on refund.payment_id = payment.id where refunded_cents > 0;

alter table refund
  add column state text not null default 'asked'
    check (state in ('asked', 'pending', 'succeeded', 'failed', 'canceled')),
  add column attempt int not null default 1,   -- each has a key of its own at the provider …
  add column key_used_at timestamptz;          -- … which remembers it for a day from here on
update refund set state = 'succeeded' where settled_at is not null;
update refund set key_used_at = requested_at where settled_at is null;

-- Money that somebody waits for is never given up.
alter table job add column gives_up boolean not null default true;
update job set gives_up = false, dead_at = null where kind = 'refund';
