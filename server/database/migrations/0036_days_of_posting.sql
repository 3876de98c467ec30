-- The day a letter is to leave, YYYY-MM-DD, as its sender chose it; null: as soon as possible.
alter table letter
  add column post_on text collate "C" check (post_on ~ '^\d{4}-\d\d-\d\d$');
-- What waits for a day, and whose day has come: a batch takes it without reading all that is for later.
create index letter_posting_day on letter (coalesce(post_on, '')) where state = 'paid';
