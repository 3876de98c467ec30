-- Since when the provider answers the key of a refund with a failure, which it keeps: without one the key stays the same,
-- since a call with it may still be on its way.
alter table refund add column key_failed_at timestamptz;
