-- What a letter is called (letter/print-room/names.ts): twelve digits of its id that are chance. An id of version 7 begins
-- with the time; the next version gives such ids, and this one finds them.
create function letter_code(id uuid) returns text language sql immutable parallel safe as $$
  select case when substr(id::text, 15, 1) = '7' then right(id::text, 12) else left(replace(id::text, '-', ''), 12) end
$$;
create index letter_called on letter (letter_code(id) collate "C");
