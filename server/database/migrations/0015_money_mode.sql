-- Letters paid with the provider's test cards must never be printed, whatever keys come later: a database is of the
-- sandbox, of test money or of live money. One that is 'real' learns which at its next start.
alter table house_mode drop constraint house_mode_mode_check,
  add constraint house_mode_mode_check check (mode in ('sandbox', 'test', 'live', 'real'));
-- As the provider's own record says. Null: paid before this was kept, and not looked at since.
alter table payment add column livemode boolean;
