-- Money that was played must never print a letter: a database made in the sandbox stays one, and the reverse.
create table house_mode (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'real'))
);
-- A database from before this table says by the sandbox's books what it is.
insert into house_mode (mode) select 'sandbox' where exists (select 1 from sandbox_card_intent);
