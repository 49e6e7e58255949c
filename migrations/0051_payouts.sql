-- One transaction of the crediting run; its ledger entries have the reference `payout:<number>`.
create table payout (
  number bigint primary key check (number > 0),
  kind text not null check (kind in ('rewards', 'adjustments', 'progress')),
  -- The days whose orders were credited; of a compensation, the day on which it was due.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  row_count bigint not null check (row_count > 0),
  reward_usd numeric not null,
  -- The credited rows as a Parquet file, from which the tables of the fact store are filled.
  rows bytea not null,
  created_at timestamptz not null
);

-- It is compressed already.
alter table payout alter column rows set storage external;

create trigger payout_change before update or delete on payout for each row execute function wallet_refuse();
create trigger payout_truncate before truncate on payout execute function wallet_refuse();

-- What was given last; whoever makes a payout holds this row, so that numbers have no gaps.
create table payout_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  row_id bigint not null
);

insert into payout_head (number, row_id) values (0, 0);
