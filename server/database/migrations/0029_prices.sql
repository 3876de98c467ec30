-- What a letter costs, by parts, from a day on. The first prices stand in the program; these come after them.
create table price (
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),  -- in Madrid
  code text not null,
  cents int not null,
  added_at timestamptz not null,
  added_by text not null,
  primary key (from_day, code)
);
