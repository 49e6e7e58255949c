create table withdrawal (
  id uuid primary key,
  tenant text not null,
  venue text not null,
  asset text not null,
  -- A numeric keeps the scale it was given: 1.50 is read back as 1.50.
  amount numeric not null check (amount > 0),
  -- { kind: blockchain, network, address, tag, alias } or { kind: fiat, alias, account, reference }
  destination jsonb not null,
  reference text not null,
  status text not null check (status in
    ('SIMULATED', 'APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED', 'COMPLETED', 'FAILED', 'CANCELLED')),
  venue_transfer_id text check (venue_transfer_id is not null or status not in ('SUBMITTED', 'COMPLETED')),
  -- The transaction hash, or the bank's reference.
  receipt text check (receipt is not null or status <> 'COMPLETED'),
  failure_message text,
  requested_by text not null,
  approvals_required integer not null,
  -- When the system has something to do about it next; null when it waits for a person or has ended.
  due_at timestamptz check (due_at is null or status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')),
  -- Why it does not go on, for people to read.
  waiting_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index withdrawal_newest on withdrawal (tenant, created_at desc, id desc);
create index withdrawal_newest_by_status on withdrawal (tenant, status, created_at desc, id desc);
create index withdrawal_newest_by_venue on withdrawal (tenant, venue, created_at desc, id desc);
create index withdrawal_newest_by_asset on withdrawal (tenant, asset, created_at desc, id desc);
create index withdrawal_due on withdrawal (tenant, venue, status, due_at) where due_at is not null;

create table withdrawal_vote (
  withdrawal_id uuid not null references withdrawal,
  voter text not null,
  decision text not null check (decision in ('APPROVE', 'REJECT')),
  comment text,
  created_at timestamptz not null,
  primary key (withdrawal_id, voter)
);

-- Every question put to a venue about a withdrawal: to send it, or whether it is known there.
create table withdrawal_attempt (
  withdrawal_id uuid not null references withdrawal,
  number integer not null,
  kind text not null check (kind in ('submit', 'find')),
  request jsonb not null,
  started_at timestamptz not null,
  -- After it the venue turns the request away.
  deadline timestamptz not null,
  -- Null while it is under way, or when the process died meanwhile.
  outcome text check (outcome in ('accepted', 'refused', 'notSent', 'unknown', 'absent')),
  answer jsonb,
  ended_at timestamptz,
  primary key (withdrawal_id, number)
);

-- How many there are of each kind, so that no page has to count. Changes are only appended, for a shared row
-- would let one writer through at a time; a job folds them together. The sum over all rows is always exact.
create table withdrawal_count (
  tenant text not null,
  status text not null,
  venue text not null,
  asset text not null,
  withdrawals bigint not null
);

create index withdrawal_count_tenant on withdrawal_count (tenant);

create function count_new_withdrawals() returns trigger language plpgsql as $$
begin
  insert into withdrawal_count (tenant, status, venue, asset, withdrawals)
    select tenant, status, venue, asset, count(*) from appeared group by 1, 2, 3, 4;
  return null;
end
$$;

create function count_changed_withdrawals() returns trigger language plpgsql as $$
begin
  insert into withdrawal_count (tenant, status, venue, asset, withdrawals)
    select tenant, status, venue, asset, sum(one) from (
      select tenant, status, venue, asset, -1 as one from gone
      union all select tenant, status, venue, asset, 1 from appeared
    ) change
    group by 1, 2, 3, 4 having sum(one) <> 0;
  return null;
end
$$;

create trigger withdrawal_is_counted after insert on withdrawal
  referencing new table as appeared for each statement execute function count_new_withdrawals();
create trigger withdrawal_is_recounted after update on withdrawal
  referencing old table as gone new table as appeared
  for each statement execute function count_changed_withdrawals();

-- What was done about one withdrawal is read from the audit log.
create index audit_log_withdrawal on audit_log (subject_id, id) where subject_kind = 'withdrawal';
