-- When the provider made each refund, for the figures of a day. Of earlier ones it is when they were settled or asked for.
alter table card_refund add column made_at timestamptz not null default now();
update card_refund set made_at = coalesce(refund.settled_at, refund.requested_at, payment.paid_at, payment.created_at)
  from payment left join refund on refund.payment_id = payment.id where payment.id = card_refund.payment_id;
create index card_refund_made on card_refund (made_at);
-- What was taken and pays for no letter has no `paid_at`.
create index payment_taken on payment (coalesce(paid_at, created_at)) where received_cents > 0;
create index letter_step_at on letter_step (at) include (step, from_state);
