create table conversion (
  id uuid primary key,
  tenant text not null,
  reference text not null,
  status text not null check (status in
    ('SIMULATED', 'PENDING', 'PROCESSING', 'PENDING_CANCEL', 'CANCELLED', 'COMPLETED', 'FAILED')),
  executor text not null check (executor in ('MARKET', 'TAKER', 'MAKER', 'MAKER_TAKER', 'TWAP')),
  from_asset text not null,
  to_asset text not null,
  -- As planned; once a conversion that traded has ended, as traded, fees included.
  from_amount numeric not null check (from_amount >= 0),
  to_amount numeric not null check (to_amount >= 0),
  -- The amount the caller gave, and for which side.
  fixed_side text not null check (fixed_side in ('from', 'to')),
  fixed_amount numeric not null check (fixed_amount > 0),
  -- The assets on the way, both ends included.
  path text[] not null check (cardinality(path) in (2, 3)),
  -- The venues the caller permits; empty permits all.
  allowed_venues text[] not null,
  -- The venues of the plan; after the first order, the venues that have orders.
  venues text[] not null,
  expires_at timestamptz,
  metadata jsonb,
  requested_by text not null,
  -- Progress: the current leg and its target amount, the rounds of orders started in it, and how many of the latest
  -- rounds in a row filled nothing.
  leg smallint not null,
  leg_target numeric,
  leg_started_at timestamptz,
  round integer not null,
  fruitless integer not null,
  -- When the worker acts on it next. Null once final.
  due_at timestamptz check (due_at is null or status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')),
  -- Why it is not progressing, shown to people.
  waiting_reason text,
  failure_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The price protection: at most one of the two amounts, whichever is not the requested one. Those of before 0.3 have none.
  min_received numeric check (min_received >= 0),
  max_given numeric check (max_given > 0),
  -- If the bound was derived from the quote.
  max_slippage_bps integer check (max_slippage_bps between 0 and 5000),
  -- What the requested amount would have brought or cost at the best offers, fees included, when it was created.
  quoted_amount numeric check (quoted_amount >= 0),
  -- What one unit of the first asset of each leg was worth in its second, in the middle of the best offers, when the
  -- conversion was created. Null for older ones, and where a book had only one side.
  mids numeric[],
  proposal_id uuid references managed_claim,
  constraint conversion_bound check (
    (min_received is null or (max_given is null and fixed_side = 'from'))
    and (max_given is null or fixed_side = 'to'))
);

-- Not unique: dry runs keep the reference of the call they rehearse. The idempotency key makes all others unique.
create index conversion_reference on conversion (tenant, reference);
create index conversion_newest on conversion (tenant, created_at desc, id desc);
create index conversion_newest_by_status on conversion (tenant, status, created_at desc, id desc);
create index conversion_newest_by_assets on conversion (tenant, from_asset, status, created_at desc, id desc);
create index conversion_id_text on conversion ((id::text));
create index conversion_due on conversion (due_at) where due_at is not null;
-- Metrics count what is not finished and find the oldest, whatever has accumulated besides.
create index conversion_open on conversion (tenant, status, created_at)
  where status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL');
create unique index conversion_of_proposal on conversion (proposal_id) where proposal_id is not null;

-- An order is sent at most once; its id is the client order id at the venue.
create table conversion_order (
  id uuid primary key,
  conversion_id uuid not null references conversion,
  number integer not null,
  leg smallint not null,
  round integer not null,
  venue text not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('ioc', 'post-only')),
  price numeric not null check (price > 0),
  quantity numeric not null check (quantity > 0),
  -- SENT: stored before the venue is called, until the result is known.
  -- ABSENT: it never reached the venue and no longer can.
  status text not null check (status in ('SENT', 'OPEN', 'FILLED', 'CANCELLED', 'REFUSED', 'ABSENT')),
  filled numeric not null check (filled between 0 and quantity),
  venue_order_id text,
  reason text,
  -- The venue refuses the order after this time.
  deadline timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What a person found at the venue about an order that it cannot be asked for any more, until another one has found
  -- the same: { trades, comment, by, at, confirmedBy }.
  finding jsonb,
  unique (conversion_id, number)
);

create table conversion_trade (
  order_id uuid not null references conversion_order,
  venue_trade_id text not null,
  price numeric not null,
  quantity numeric not null,
  fee numeric not null,
  fee_asset text not null,
  liquidity text not null check (liquidity in ('maker', 'taker')),
  traded_at timestamptz not null,
  primary key (order_id, venue_trade_id)
);

-- Flows of a period read only what happened in it.
create index conversion_trade_time on conversion_trade (traded_at);
