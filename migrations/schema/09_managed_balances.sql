-- Balances that are kept between a minimum and a maximum by proposals, which people confirm.
create table managed_balance (
  tenant text not null,
  venue text not null,
  asset text not null,
  -- In force; null until the first ones that act without a person are confirmed.
  settings jsonb,
  settings_by text,
  settings_at timestamptz,
  -- Wait for a second admin.
  pending jsonb,
  pending_by text,
  pending_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant, venue, asset),
  check ((settings is null) = (settings_by is null) and (settings is null) = (settings_at is null)),
  check ((pending is null) = (pending_by is null) and (pending is null) = (pending_at is null)),
  check (settings is not null or pending is not null)
);

-- What was seen last. It is read again every minute and decides nothing alone.
create table managed_state (
  tenant text not null,
  venue text not null,
  asset text not null,
  state text not null check (state in ('OK', 'LOW', 'HIGH', 'UNKNOWN')),
  -- The last state that was known: an event is sent when it becomes low.
  known_state text check (known_state in ('OK', 'LOW', 'HIGH')),
  level numeric,
  reason text,
  at timestamptz not null,
  primary key (tenant, venue, asset),
  foreign key (tenant, venue, asset) references managed_balance on delete cascade
);

-- The last two readings of every place that a managed balance depends on.
create table managed_reading (
  tenant text not null,
  venue text not null,
  asset text not null,
  available numeric not null,
  held numeric not null,
  read_at timestamptz not null,
  before_available numeric,
  before_held numeric,
  before_at timestamptz,
  primary key (tenant, venue, asset)
);

create table managed_proposal (
  id uuid primary key,
  tenant text not null,
  venue text not null,
  asset text not null,
  kind text not null check (kind in ('TRANSFER', 'CONVERSION')),
  direction text not null check (direction in ('IN', 'OUT')),
  from_venue text not null,
  to_venue text not null,
  from_asset text not null,
  to_asset text not null,
  network text,
  -- Of the managed asset.
  amount numeric not null check (amount > 0),
  -- The most that leaves, with fees, and what is expected to arrive.
  gives numeric not null,
  gets numeric not null,
  -- The number of the source in the settings, from 1.
  source integer not null,
  max_slippage_bps integer,
  fees jsonb not null,
  expected_seconds integer,
  policy jsonb,
  status text not null check (status in ('OPEN', 'CONFIRMED', 'DISMISSED', 'EXPIRED', 'OBSOLETE')),
  -- Why it was proposed.
  reason text not null,
  -- Why the last attempt to carry it out failed.
  refusal text,
  confirmed_by text,
  confirmed_at timestamptz,
  ended_by text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index managed_proposal_open on managed_proposal (tenant, venue, asset) where status = 'OPEN';
create index managed_proposal_newest on managed_proposal (tenant, created_at, id);
create index managed_proposal_by_balance on managed_proposal (tenant, venue, asset, created_at);

-- What was confirmed: it counts toward the daily cap. Only while its row is here can a transfer or a conversion be made of
-- it; one that was given up can no longer become one, however late its process wakes up.
create table managed_claim (
  proposal_id uuid primary key references managed_proposal,
  tenant text not null,
  venue text not null,
  asset text not null,
  amount numeric not null,
  made_at timestamptz not null
);

create index managed_claim_counted on managed_claim (tenant, venue, asset, made_at);
