-- A cut-off closes whatever was paid before it and still waits: nothing remembers that it closed.
drop table cut_off;
