create table conversion (
  id uuid primary key,
  tenant text not null,
  reference text not null,
  status text not null check (status in
    ('SIMULATED', 'PENDING', 'PROCESSING', 'PENDING_CANCEL', 'CANCELLED', 'COMPLETED', 'FAILED')),
  executor text not null check (executor in ('MARKET', 'TAKER', 'MAKER', 'MAKER_TAKER', 'TWAP')),
  from_asset text not null,
  to_asset text not null,
  -- As planned, and from the end of a conversion that traded on: as really traded, fees included.
  from_amount numeric not null check (from_amount >= 0),
  to_amount numeric not null check (to_amount >= 0),
  -- Which of the two the caller gave, and how much.
  fixed_side text not null check (fixed_side in ('from', 'to')),
  fixed_amount numeric not null check (fixed_amount > 0),
  -- The assets passed through, both ends included.
  path text[] not null check (cardinality(path) in (2, 3)),
  -- The venues the caller restricts it to; empty for all.
  allowed_venues text[] not null,
  -- The venues of the plan, and from the first order on those where it has orders.
  venues text[] not null,
  expires_at timestamptz,
  metadata jsonb,
  requested_by text not null,
  -- How far it is: the leg and what is to be given or got in it, the rounds of orders begun in that leg, and how
  -- many of the last of them in succession brought nothing.
  leg smallint not null,
  leg_target numeric,
  leg_started_at timestamptz,
  round integer not null,
  fruitless integer not null,
  -- When the system has something to do about it next; null when it has ended.
  due_at timestamptz check (due_at is null or status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')),
  -- Why it does not go on, for people to read.
  waiting_reason text,
  failure_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index conversion_reference on conversion (tenant, reference);
create index conversion_newest on conversion (tenant, created_at desc, id desc);
create index conversion_newest_by_status on conversion (tenant, status, created_at desc, id desc);
create index conversion_newest_by_assets on conversion (tenant, from_asset, status, created_at desc, id desc);
create index conversion_id_text on conversion ((id::text));
create index conversion_due on conversion (due_at) where due_at is not null;

-- Every order is sent once at most; its id is the client order id at the venue.
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
  -- SENT: written down before the venue is called, and so until it is known what became of it.
  -- ABSENT: it never reached the venue and cannot any more.
  status text not null check (status in ('SENT', 'OPEN', 'FILLED', 'CANCELLED', 'REFUSED', 'ABSENT')),
  filled numeric not null check (filled between 0 and quantity),
  venue_order_id text,
  reason text,
  -- After it the venue turns the order away.
  deadline timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
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
