-- All ids are random, so a letter is called by the first digits of its id, which its primary key finds.
drop index letter_called;
drop function letter_code;
