-- How far the card provider's events have been read, and who compares the books with it until when. One row, once somebody has.
create table reconciliation (
  id int primary key default 1 check (id = 1),
  read_until timestamptz,    -- the newest event that was read, by the provider's clock
  compared_at timestamptz,   -- since when everything was last compared
  lease uuid,
  lease_until timestamptz    -- by the database's clock
);
