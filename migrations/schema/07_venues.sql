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
