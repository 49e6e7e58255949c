-- Who receives withdrawals and disbursements, as venues ask for it. Each service finds only what it keeps itself. What it says is encrypted; the keyed hash stands for it elsewhere. A row
-- never changes, except that it is encrypted again with another key, or erased.
create table recipient (
  id uuid primary key,
  tenant text not null,
  hash text not null,
  -- Both null once erased.
  key_id text,
  sealed bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  service text not null default 'trading' check (service in ('trading', 'partner')),
  check (num_nulls(key_id, sealed) in (0, 2)),
  check ((sealed is null) = (erased_at is not null))
);

create index recipient_kept on recipient (key_id, created_at) where sealed is not null;
