-- Other installations may use the same account of the card provider: each marks its payments there with this. A restored
-- backup is the same installation.
alter table house_mode add column installation uuid not null default gen_random_uuid();
