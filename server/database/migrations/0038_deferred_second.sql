-- A backup has its letters by their ids, so that one may come back portions before the letter it is sent again for: then
-- the reference is asked for when all of them are there.
alter table letter alter constraint letter_again_of_fkey deferrable;
