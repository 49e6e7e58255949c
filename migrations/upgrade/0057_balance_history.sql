-- What each venue held on a day of UTC, as it was last read on that day. A past day does not change: it was closed, or
-- stays as it was last read.
create table balance_reading (
  tenant text not null,
  day date not null,
  venue text not null,
  -- Null where the venue could not be read on that day; then the reason says why.
  read_at timestamptz,
  reason text,
  primary key (tenant, day, venue),
  check ((read_at is null) = (reason is not null))
);

-- Only what is not zero.
create table balance_held (
  tenant text not null,
  day date not null,
  venue text not null,
  asset text not null,
  amount numeric not null check (amount <> 0),
  primary key (tenant, day, venue, asset),
  foreign key (tenant, day, venue) references balance_reading
);

-- What had left one of our venues and not arrived at another. Only what is not zero.
create table balance_in_flight (
  tenant text not null,
  day date not null,
  asset text not null,
  amount numeric not null check (amount > 0),
  primary key (tenant, day, asset)
);

-- What one unit of an asset was worth on a day, in the last asset of the path. Without a price there is no row.
create table day_rate (
  tenant text not null,
  day date not null,
  asset text not null,
  rate numeric not null check (rate > 0),
  -- The assets on the way, both ends included: each two neighbours had a market.
  path text[] not null,
  rated_at timestamptz not null,
  primary key (tenant, day, asset)
);

-- The days whose balances and rates were read at their end.
create table balance_close (
  tenant text not null,
  day date not null,
  closed_at timestamptz not null,
  primary key (tenant, day)
);

-- Flows of a period read only what happened in it.
create index withdrawal_sent_time on withdrawal (tenant, sent_at) where sent_at is not null;
create index conversion_trade_time on conversion_trade (traded_at);

-- What one unit of the first asset of each leg was worth in its second, in the middle of the best offers, when the
-- conversion was created. Null for older ones, and where a book had only one side.
alter table conversion add column mids numeric[];
