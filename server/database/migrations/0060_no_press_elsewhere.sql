drop table printer_event;
drop table submission;
alter table letter drop column paper;
