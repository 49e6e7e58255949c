-- Who receives withdrawals, as venues ask for it. What it says is encrypted; the keyed hash stands for it elsewhere. A row
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
  check (num_nulls(key_id, sealed) in (0, 2)),
  check ((sealed is null) = (erased_at is not null))
);

create index recipient_kept on recipient (key_id, created_at) where sealed is not null;

alter table destination
  add column recipient_id uuid references recipient (id),
  add column recipient_hash text,
  -- Who last changed who receives it, which makes the destination unconfirmed.
  add column changed_by text,
  add column changed_at timestamptz,
  add check (num_nulls(recipient_id, recipient_hash) in (0, 2)),
  add check (num_nulls(changed_by, changed_at) in (0, 2));

create index destination_recipient on destination (recipient_id) where recipient_id is not null;

alter table withdrawal
  add column recipient_id uuid references recipient (id),
  add column recipient_hash text,
  add constraint withdrawal_recipient_check check (num_nulls(recipient_id, recipient_hash) in (0, 2));

create index withdrawal_recipient on withdrawal (recipient_id) where recipient_id is not null;
