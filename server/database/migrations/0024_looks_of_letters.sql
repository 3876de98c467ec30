-- Which letters a letter or a draft is written in, and how large: what all of them were until now.
alter table letter
  add column style text not null default 'clasica',
  add column size text not null default 'normal';
alter table draft
  add column style text not null default 'clasica',
  add column size text not null default 'normal';
