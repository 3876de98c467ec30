-- A letter that came back may be sent once more: `again_of` is the first, `printed_day` the day that stands on the paper
-- (without one, the day it was frozen), `return_reason` why the post brought it back, as its sender reads it.
alter table letter
  add column again_of uuid references letter,
  add column printed_day text,
  add column return_reason text;
create index letter_again_of on letter (again_of) where again_of is not null;
-- One living second a letter. What waits for a person is left out, so that a doubt never fails.
create unique index letter_again_once on letter (again_of)
  where state in ('frozen', 'paid', 'batched', 'printed', 'posted', 'returned');

update letter set return_reason = mail.data ->> 'reason'
from mail where mail.kind = 'returned' and mail.key = letter.id::text and letter.state = 'returned';
