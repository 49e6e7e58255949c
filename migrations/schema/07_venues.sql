-- Modes set by an operator. Without a row, the kind of the venue decides.
create table venue_switch (
  tenant text not null,
  venue text not null,
  trading text not null check (trading in ('live', 'simulate', 'off')),
  withdrawals text not null check (withdrawals in ('live', 'simulate', 'off')),
  primary key (tenant, venue)
);

-- The last description each venue gave of itself, used while it does not answer.
create table venue_description (
  tenant text not null,
  venue text not null,
  description jsonb not null,
  primary key (tenant, venue)
);

-- Since when a venue is not live, as workers see it each minute. It ends when the venue has been live for a while.
create table venue_outage (
  tenant text not null,
  venue text not null,
  since timestamptz not null,
  -- When people were to get a message: once it has lasted for a while.
  noticed_at timestamptz,
  -- Since when it is live again, for as long as that may be a flutter.
  live_since timestamptz,
  primary key (tenant, venue)
);
