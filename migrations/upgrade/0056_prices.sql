-- The best prices of pairs, one row for each minute in which both sides of the book were live. What is missing was not seen.
create table market_price (
  tenant text not null,
  symbol text not null,
  at timestamptz not null,
  bid numeric not null check (bid > 0),
  ask numeric not null check (ask > 0),
  primary key (tenant, symbol, at)
);

create index market_price_age on market_price (at);

-- The pairs that somebody wants to see.
create table watch_list (
  tenant text not null,
  owner text not null,
  symbols text[] not null,
  changed_at timestamptz not null,
  primary key (tenant, owner)
);
