create table policy (
  tenant text not null,
  version integer not null check (version > 0),
  status text not null check (status in ('PROPOSED', 'ACTIVE', 'REPLACED')),
  rules jsonb not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  primary key (tenant, version),
  check (confirmed_by <> proposed_by),
  check (status <> 'ACTIVE' or confirmed_at is not null)
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
  -- The name under which the venues know the bank account.
  account text,
  created_by text not null,
  created_at timestamptz not null,
  unique (tenant, alias),
  check (case kind when 'blockchain' then num_nulls(network, address) = 0 and account is null
    else account is not null and num_nonnulls(network, address, tag) = 0 end)
);

create index destination_address on destination (tenant, address) where kind = 'blockchain';
