-- Large sealed parts of a letter may live in an object store: then the row has the object's name instead of the bytes.
-- An object is written down before it is stored, so that none is ever forgotten there.
create table letter_object (
  name uuid primary key,
  bytes int not null,
  written_at timestamptz not null
);
alter table letter_secret
  alter column pdf drop not null,
  alter column content drop not null,
  add column pdf_object uuid,
  add column content_object uuid;
alter table letter_secret
  add constraint letter_secret_pdf_object foreign key (pdf_object) references letter_object not valid,
  add constraint letter_secret_content_object foreign key (content_object) references letter_object not valid,
  add constraint letter_secret_pdf_once check ((pdf is null) = (pdf_object is not null)) not valid,
  add constraint letter_secret_content_once check ((content is null) = (content_object is not null)) not valid;
create index letter_secret_pdf_object_of on letter_secret (pdf_object) where pdf_object is not null;
create index letter_secret_content_object_of on letter_secret (content_object) where content_object is not null;
