-- The bytes of letters live in the database alone.
alter table letter_secret
  drop column pdf_object,
  drop column content_object,
  alter column pdf set not null,
  alter column content set not null;
drop table letter_object;
