-- Only letters that are sent again stand in it; of all others it had a row each, written anew at every step.
drop index letter_again_once;
create unique index letter_again_once on letter (again_of)
  where again_of is not null and state in ('frozen', 'paid', 'batched', 'printed', 'posted', 'returned');
