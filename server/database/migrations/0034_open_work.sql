-- What of the batches is not posted yet, for the console's first pages: without it they read all that was ever in them.
create index print_job_open on print_job (batch_id) where state in ('batched', 'printed');
-- What a person still has to settle; almost all concerns are settled.
create index concern_open on concern (letter_id) where settled_at is null;
