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
  receipt text,
  failure_message text,
  requested_by text not null,
  approvals_required integer not null,
  -- When the worker acts on it next. Null while it waits for a person, and once final.
  due_at timestamptz
    constraint withdrawal_check2 check (due_at is null or status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')),
  -- Why it is not progressing, shown to people.
  waiting_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the venue accepted it, or was asked to while its answer is unknown. Null while certainly nothing has left.
  sent_at timestamptz,
  -- What the policy decided at creation: { policyVersion, rule, sentence, destination }. Null for older rows.
  decision jsonb,
  -- Who may approve: null anybody with the scope, empty any person, else these people.
  approvers text[],
  -- What the venue charges beside the amount, in the asset: as it was announced at creation, then as the request to the
  -- venue reckoned with it. Null where it is not known.
  fee numeric check (fee >= 0),
  -- What the venue says it charged, and what it says the payee received. Null until it has completed the withdrawal.
  charged_fee numeric,
  received_amount numeric,
  -- The venue's own number of a transfer within its own books, which has no transaction and so no receipt.
  internal_transfer_id text,
  -- A transfer is a withdrawal to an address of ours at another venue: this is the venue.
  to_venue text,
  recipient_id uuid references recipient (id),
  recipient_hash text,
  -- What a screener outside has to say about a withdrawal, and what it said: { until, silence, rule, approvals, approvers,
  -- verdict, reason, evidence, by, at }. Null where no rule asked for it. The verdict is null until there is one; SILENCE
  -- stands for none in time, where people decide then.
  screening jsonb,
  proposal_id uuid references managed_claim,
  -- What a person found at the venue about a withdrawal that it holds, until another one has found the same:
  -- { found, transaction, comment, by, at }.
  finding jsonb,
  constraint withdrawal_receipt_check
    check (receipt is not null or internal_transfer_id is not null or status <> 'COMPLETED'),
  constraint withdrawal_recipient_check check (num_nulls(recipient_id, recipient_hash) in (0, 2)),
  -- Also for processes of the version before, which know nothing of it: nothing goes on to the venue without a verdict.
  constraint withdrawal_screened check (
    screening is null
    or status in ('APPROVAL_REQUESTED', 'CANCELLED')
    or coalesce(screening ->> 'verdict' in ('PASS', 'HOLD', 'SILENCE'), false)
  )
);

-- The newest rows come last, so that inserts append to the end of each range and the pages behind stay full; lists
-- read these indexes backwards. Rolling sums read the index by asset alone.
create index withdrawal_newest on withdrawal (tenant, created_at, id);
create index withdrawal_newest_by_status on withdrawal (tenant, status, created_at, id);
create index withdrawal_newest_by_venue on withdrawal (tenant, venue, created_at, id);
create index withdrawal_newest_by_asset on withdrawal (tenant, asset, created_at, id)
  include (venue, status, amount);
create index withdrawal_due on withdrawal (tenant, venue, status, due_at) where due_at is not null;
-- Sums of the amounts that left or are leaving read this index alone.
create index withdrawal_sent on withdrawal (tenant, asset, status, sent_at) include (venue, amount)
  where sent_at is not null;
-- Filters by reference and by id must not read the whole table. References are not unique: dry runs keep the reference
-- of the call they rehearse.
create index withdrawal_reference on withdrawal (tenant, reference);
create index withdrawal_id_text on withdrawal ((id::text));
create index withdrawal_waiting on withdrawal (tenant, due_at, id) where status = 'APPROVAL_REQUESTED';
-- Metrics count what is not finished and find the oldest, whatever has accumulated besides.
create index withdrawal_open on withdrawal (tenant, venue, status, created_at)
  where status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED');
create index withdrawal_transfers on withdrawal (tenant, created_at, id) where to_venue is not null;
create index withdrawal_transfers_sent on withdrawal (tenant, to_venue, asset)
  where to_venue is not null and status in ('SUBMITTED', 'COMPLETED');
create index withdrawal_recipient on withdrawal (recipient_id) where recipient_id is not null;
create unique index withdrawal_of_proposal on withdrawal (proposal_id) where proposal_id is not null;
-- Flows of a period read only what happened in it.
create index withdrawal_sent_time on withdrawal (tenant, sent_at) where sent_at is not null;

create table withdrawal_vote (
  withdrawal_id uuid not null references withdrawal,
  voter text not null,
  decision text not null check (decision in ('APPROVE', 'REJECT')),
  comment text,
  created_at timestamptz not null,
  primary key (withdrawal_id, voter)
);

-- Every request to a venue about a withdrawal: submit it, or find out whether the venue has it. Where a venue pays from a
-- wallet of its own, money is moved there first: `fund` moves it, `findFunding` asks whether that was done.
create table withdrawal_attempt (
  withdrawal_id uuid not null references withdrawal,
  number integer not null,
  kind text not null check (kind in ('submit', 'find', 'fund', 'findFunding')),
  request jsonb not null,
  started_at timestamptz not null,
  -- The venue refuses the request after this time.
  deadline timestamptz not null,
  -- Null while in flight, or if the process died meanwhile.
  outcome text check (outcome in ('accepted', 'refused', 'notSent', 'unknown', 'absent')),
  answer jsonb,
  ended_at timestamptz,
  primary key (withdrawal_id, number)
);

-- The withdrawals for which the wallet holds money, which is little at any time.
create index withdrawal_attempt_funded on withdrawal_attempt (withdrawal_id)
  where kind in ('fund', 'findFunding') and outcome = 'accepted';

-- Totals for lists, so that no page has to count. Triggers only append changes, because updating a shared row would
-- serialize writers; a job merges them. The sum over all rows is exact at any time.
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
    select tenant, status, venue, asset, count(*) from inserted group by 1, 2, 3, 4;
  return null;
end
$$;

create function count_changed_withdrawals() returns trigger language plpgsql as $$
begin
  insert into withdrawal_count (tenant, status, venue, asset, withdrawals)
    select tenant, status, venue, asset, sum(change) from (
      select tenant, status, venue, asset, -1 as change from before
      union all select tenant, status, venue, asset, 1 from after
    ) changes
    group by 1, 2, 3, 4 having sum(change) <> 0;
  return null;
end
$$;

create trigger withdrawal_count_insert after insert on withdrawal
  referencing new table as inserted for each statement execute function count_new_withdrawals();
create trigger withdrawal_count_update after update on withdrawal
  referencing old table as before new table as after
  for each statement execute function count_changed_withdrawals();

-- The rules of a tenant that withdrawals have to pass, by version. A second person confirms a proposal, or refuses it; its
-- proposer can withdraw it.
create table policy (
  tenant text not null,
  version integer not null check (version > 0),
  status text not null check (status in ('PROPOSED', 'ACTIVE', 'REPLACED', 'WITHDRAWN', 'REFUSED')),
  rules jsonb not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  -- Who withdrew or refused it.
  ended_by text,
  ended_at timestamptz,
  -- Names of groups to the logins of their members.
  groups jsonb not null default '{}',
  primary key (tenant, version),
  check (confirmed_by <> proposed_by),
  check (status <> 'ACTIVE' or confirmed_at is not null),
  check ((ended_by is null) = (ended_at is null)),
  check (status <> 'REFUSED' or ended_by <> proposed_by)
);

create unique index policy_one_active on policy (tenant) where status = 'ACTIVE';
create unique index policy_one_proposed on policy (tenant) where status = 'PROPOSED';

create table destination (
  id uuid primary key,
  tenant text not null,
  alias text not null,
  kind text not null check (kind in ('blockchain', 'bank')),
  network text,
  address text,
  tag text,
  -- The name of the bank account at the venues.
  account text,
  created_by text not null,
  created_at timestamptz not null,
  -- A destination counts as known once a second person has confirmed it.
  confirmed_by text,
  confirmed_at timestamptz,
  recipient_id uuid references recipient (id),
  recipient_hash text,
  -- Who last changed who receives it, which makes the destination unconfirmed.
  changed_by text,
  changed_at timestamptz,
  unique (tenant, alias),
  check (case kind when 'blockchain' then num_nulls(network, address) = 0 and account is null
    else account is not null and num_nonnulls(network, address, tag) = 0 end),
  check (confirmed_by <> created_by),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (num_nulls(recipient_id, recipient_hash) in (0, 2)),
  check (num_nulls(changed_by, changed_at) in (0, 2))
);

-- An address is looked for in whatever case it was written: where the case counts, it is compared afterwards.
create index destination_written on destination (tenant, lower(address)) where kind = 'blockchain';
create index destination_recipient on destination (recipient_id) where recipient_id is not null;

-- Each time the database turned out to lack entries that were anchored outside it, as after a restore from a backup.
-- Until it is released, no withdrawal is sent.
create table restore (
  id uuid primary key,
  detected_at timestamptz not null,
  -- The last sealed audit entry that the database had, as seq:hash.
  head text not null,
  -- When the last entry from before the loss was made; null where it is not known.
  lost_since timestamptz,
  -- The anchors, as seq:hash, whose entries are missing.
  anchors text[] not null,
  released_at timestamptz,
  released_by text,
  release_reason text,
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);

create unique index restore_open on restore ((released_at is null)) where released_at is null;

-- Comparisons of a venue's own records with ours. Together they show what a release was based on.
create table reconciliation (
  id uuid primary key,
  kind text not null check (kind in ('withdrawals', 'orders', 'deposits')),
  tenant text not null,
  venue text not null,
  since timestamptz not null,
  run_at timestamptz not null,
  run_by text not null,
  -- Why the venue could not list its records; null where it did.
  refusal text,
  matched integer not null,
  only_venue integer not null,
  only_here integer not null,
  different integer not null,
  -- The differences themselves, as far as they are kept.
  differences jsonb not null
);

create index reconciliation_run on reconciliation (kind, tenant, venue, run_at);
