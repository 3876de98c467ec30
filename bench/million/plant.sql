-- $1 letters as months of work leave them: of a hundred, one of the account that writes most, the others ten of each account;
-- batches of 500, posted but for the newest one; a few wait, 200 of them for a day, are unpaid or need a person. Their words are forgotten.
-- All of it is consistent; asked row by row, five million times, that would take minutes.
set local session_replication_role = replica;

create temp table planted on commit drop as
  select n, gen_random_uuid() as id, 1 + n % 4 as pages, timestamptz '2026-11-20 09:00Z' - (letters - n) * interval '1 minute' as at,
    case when n > letters - 220 then 'paid' when n > letters - 240 then 'frozen'
      when n > letters - 740 then 'batched' when n % 50000 = 7 then 'needs-person' else 'posted' end as state,
    case when n > letters - 200 then (current_date + 1 + n % 60)::text end as post_on,
    case when n <= letters - 240 then (letters - 240 - n) / 500 end as newness
  from (select $1::int as letters) size, generate_series(1, letters) n;
create temp table planted_account on commit drop as
  select gen_random_uuid() as id, n from generate_series(0, $1 / 10) n;
create unique index on planted_account (n);
analyze planted, planted_account;

insert into account (id, email, created_at)
  select id, 'a' || n || '@ejemplo.test', '2024-01-01' from planted_account;
insert into letter (id, account_id, state, fingerprint, pages, sheets, pdf_sha256, price_lines, total_cents, currency, postal_code, post_on, created_at, state_since, printed_day)
  select planted.id, account.id, state, sha256(planted.id::text::bytea), pages, (pages + 1) / 2,
    encode(sha256(planted.id::text::bytea), 'hex'), '[{"code":"postage","label":"Franqueo","cents":89},{"code":"service","label":"Servicio","cents":240}]',
    329, 'eur', lpad((1000 + planted.n % 51999)::text, 5, '0'), post_on, at, at, at::date::text
  from planted join planted_account account on account.n = case when planted.n % 100 = 0 then 0 else 1 + planted.n / 10 % ($1 / 10) end
  order by planted.n;
insert into letter_step (letter_id, seq, at, from_state, to_state, step, cause)
  select id, seq, at + seq * interval '1 hour', from_state, to_state, step, 'bench'
  from planted join (values (1, null, 'frozen', 'freeze'), (2, 'frozen', 'paid', 'pay'), (3, 'paid', 'batched', 'batch'),
    (4, 'batched', 'printed', 'print'), (5, 'printed', 'posted', 'post')) as way (seq, from_state, to_state, step)
    on seq <= case state when 'frozen' then 1 when 'paid' then 2 when 'batched' then 3 when 'needs-person' then 3 else 5 end
  order by n, seq;
insert into payment (id, letter_id, intent_id, idempotency_key, amount_cents, currency, state, received_cents, created_at, paid_at, livemode, invoiced_cents)
  select gen_random_uuid(), id, 'pi_' || n, 'k' || n, 329, 'eur', 'paid', 329, at, at, true, 329
  from planted where state <> 'frozen' order by n;
insert into print_batch (closed_at, closed_by, letters, sheets, pdf_sha256)
  select max(at), 'Olga', count(*), sum((pages + 1) / 2), encode(sha256(newness::text::bytea), 'hex')
  from planted where newness is not null group by newness order by newness desc;
insert into print_job (letter_id, batch_id, place, created_at, printed_at, enclosed_at, posted_at)
  select id, (select max(batch.id) from print_batch batch) - newness, row_number() over (partition by newness order by n), at,
    case when state in ('posted', 'needs-person') then at end, case when state = 'posted' then at end, case when state = 'posted' then at end
  from planted where state <> 'frozen' order by n;
insert into issue (id, kind, letter_id, reference, note, created_at, settled_at)
  select gen_random_uuid(), 'print-damaged', id, 'planted ' || n, 'Prueba.', at, case when state <> 'needs-person' then at end
  from planted where n % 100 = 7;
