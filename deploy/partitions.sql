-- letter_secret and letter_step by months of the letter's id (docs/scale.md#partitions). The first time with the servers stopped:
-- what there is stays in one partition of its own. Then once a month beside them: it makes the months that come, and drops those of
-- letter_secret of which nothing is left. What cannot be done in five seconds is left undone, for another try.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/partitions.sql

begin;
set local lock_timeout = '5s';
set local statement_timeout = 0;

create or replace function pg_temp.month(ahead int) returns timestamp language sql as $$
  select date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)
$$;
-- Ids of version 7 begin with the milliseconds since 1970.
create or replace function pg_temp.first_id(month timestamp) returns uuid language sql as $$
  select rpad(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- A table becomes its own default partition; all that is said of it moves to the one above, under the same names.
create or replace function pg_temp.divide(divided text) returns void language plpgsql as $$
declare
  rest text := divided || '_rest';
  old_id oid := divided::regclass;
  said text[];
  one record;
begin
  for one in select conname from pg_constraint where conrelid = old_id and not convalidated loop
    execute format('alter table %I validate constraint %I', divided, one.conname);
  end loop;
  select array_agg(format('alter table %I add constraint %I %s', divided, conname, pg_get_constraintdef(oid)) order by contype = 'f', oid)
    into said from pg_constraint where conrelid = old_id and contype in ('p', 'c', 'f');
  select said || array_agg(pg_get_indexdef(indexrelid)) filter (where not indisprimary)
    into said from pg_index where indrelid = old_id;
  select said || array_agg(pg_get_triggerdef(oid))
    into said from pg_trigger where tgrelid = old_id and not tgisinternal;
  for one in select relname from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = old_id loop
    execute format('alter index %I rename to %I', one.relname, one.relname || '_rest');
  end loop;
  for one in select tgname from pg_trigger where tgrelid = old_id and not tgisinternal loop
    execute format('drop trigger %I on %I', one.tgname, divided);
  end loop;
  execute format('alter table %I rename to %I', divided, rest);
  execute format('create table %I (like %I including defaults including storage including compression) partition by range (letter_id)', divided, rest);
  for i in 1 .. cardinality(said) loop
    execute said[i];
  end loop;
  execute format('alter table %I attach partition %I default', divided, rest);
end $$;

do $$
declare
  divided text;
  part text;
  first uuid;
  last uuid;
  is_empty boolean;
begin
  foreach divided in array array['letter_secret', 'letter_step'] loop
    if (select relkind = 'r' from pg_class where oid = divided::regclass) then perform pg_temp.divide(divided); end if;
    for ahead in 0 .. 6 loop
      part := divided || to_char(pg_temp.month(ahead), '"_"YYYY"_"MM');
      continue when to_regclass(part) is not null;
      first := pg_temp.first_id(pg_temp.month(ahead));
      last := pg_temp.first_id(pg_temp.month(ahead + 1));
      execute format('create table %I (like %I including defaults including constraints including storage including compression)', part, divided);
      -- Of a hundred thousand random ids one or two stand where a month's do.
      execute format('with strays as (delete from %I where letter_id >= %L and letter_id < %L returning *) insert into %I select * from strays',
        divided || '_rest', first, last, part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', divided, part, first, last);
    end loop;
  end loop;

  for part in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'letter_secret'::regclass and relname ~ '_\d{4}_\d\d$'
      and relname < 'letter_secret' || to_char(pg_temp.month(0), '"_"YYYY"_"MM')
  loop
    execute format('lock table %I in access exclusive mode', part);
    execute format('select not exists (select from %I)', part) into is_empty;
    if is_empty then execute format('drop table %I', part); end if;
  end loop;
end $$;
commit;
