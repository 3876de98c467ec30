-- A letter's page, the console and the limit of unpaid payments ask for all payments of a letter, the ended ones too;
-- without this each reads the whole table.
create index payment_of_letter on payment (letter_id);
