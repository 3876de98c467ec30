drop table access_seal;
drop table access_entry;
drop function access_stays_as_written();
