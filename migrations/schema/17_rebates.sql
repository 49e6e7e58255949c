create table rebate_group (
  id bigint generated always as identity primary key,
  partner_uid text not null,
  title text not null check (char_length(title) between 1 and 64),
  type text not null check (type in ('auto', 'manual')),
  percent numeric not null check (percent > 0 and percent <= 100),
  period text not null check (period in ('daily', 'weekly', 'monthly')),
  period_value integer not null check (period_value between 1 and
    case period when 'daily' then 1 when 'weekly' then 7 else 28 end),
  link_code text,
  is_default boolean not null,
  created_at timestamptz not null,
  -- A deleted group stays for its past runs. It keeps its title, has no link and is not the default.
  deleted_at timestamptz,
  unique (partner_uid, title),
  unique (partner_uid, link_code)
);

create unique index rebate_group_one_default on rebate_group (partner_uid) where is_default;

-- Clients moved by hand; a null group means moved out of all groups.
create table rebate_client (
  partner_uid text not null,
  client_uid text not null,
  group_id bigint references rebate_group,
  moved_at timestamptz not null,
  primary key (partner_uid, client_uid)
);

create index rebate_client_group on rebate_client (group_id);

-- At most one per group and period.
create table rebate_run (
  group_id bigint not null references rebate_group,
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  status text not null check (status in ('pending', 'approved', 'paid', 'rejected')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null for runs of before 0.3.
  percent numeric,
  primary key (group_id, period_start)
);

create index rebate_run_approved on rebate_run (group_id, period_start) where status = 'approved';

create table rebate (
  group_id bigint not null,
  period_start date not null,
  client_uid text not null,
  account_id text not null references wallet_account,
  currency text not null,
  amount numeric not null check (amount > 0),
  -- What it was computed from, and the last payout whose rows are part of that; later rows are adjustments. Null for
  -- rebates of before 0.3.
  reward numeric,
  payout bigint,
  primary key (group_id, period_start, client_uid, account_id),
  foreign key (group_id, period_start) references rebate_run
);

create trigger rebate_change before update or delete on rebate for each row execute function wallet_refuse();
create trigger rebate_truncate before truncate on rebate execute function wallet_refuse();
