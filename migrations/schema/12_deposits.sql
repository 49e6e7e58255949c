-- What arrived at our accounts at the venues, by the word of the venues. A row is never deleted: what a venue takes back
-- is a change, and every change has its entry in the audit log.
create table deposit (
  id uuid primary key,
  tenant text not null,
  venue text not null,
  -- The venue's own id, or what tells it from others where the venue has none.
  venue_deposit_id text not null,
  asset text not null,
  amount numeric not null check (amount >= 0),
  -- What the venue takes out of the amount. Null where it does not say.
  fee numeric check (fee >= 0),
  network text,
  -- Ours at the venue.
  address text,
  tag text,
  -- The transaction hash.
  receipt text,
  output text,
  internal_transfer_id text,
  state text not null check (state in ('pending', 'locked', 'information', 'credited', 'rejected', 'unknown')),
  status text not null generated always as (
    case state when 'credited' then 'COMPLETED' when 'rejected' then 'FAILED' else 'PENDING' end
  ) stored,
  -- The venue's own word.
  venue_status text not null,
  -- When the venue last took back that it had credited it.
  taken_back_at timestamptz,
  -- By the venue's clock, where it says so. It never changes, so that lists stay in order.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant, venue, venue_deposit_id)
);

create index deposit_newest on deposit (tenant, created_at, id);
create index deposit_newest_by_status on deposit (tenant, status, created_at, id);
create index deposit_newest_by_venue on deposit (tenant, venue, created_at, id);
create index deposit_newest_by_asset on deposit (tenant, asset, created_at, id);
create index deposit_receipt on deposit (tenant, receipt) where receipt is not null;
create index deposit_id_text on deposit ((id::text));
-- Transfers look for the deposits of their own transactions, in whatever case and form a venue writes a hash.
create index deposit_transaction on deposit (tenant, venue, lower(regexp_replace(btrim(receipt), '^0x', '', 'i')))
  where receipt is not null;
create index deposit_internal_transfer on deposit (tenant, venue, internal_transfer_id)
  where internal_transfer_id is not null;
-- Reading begins with the oldest that is not final.
create index deposit_open on deposit (tenant, venue, created_at)
  where state in ('pending', 'locked', 'information', 'unknown');

-- Totals for lists, so that no page has to count.
create table deposit_count (
  tenant text not null,
  status text not null,
  venue text not null,
  asset text not null,
  deposits bigint not null,
  primary key (tenant, status, venue, asset)
);

create function count_deposits() returns trigger language plpgsql as $$
begin
  insert into deposit_count (tenant, status, venue, asset, deposits)
    select tenant, status, venue, asset, sum(change) from (
      select (old).tenant, (old).status, (old).venue, (old).asset, -1 as change where tg_op = 'UPDATE'
      union all select (new).tenant, (new).status, (new).venue, (new).asset, 1
    ) changes
    group by 1, 2, 3, 4 having sum(change) <> 0
    -- In one order, so that no two wait for each other.
    order by 1, 2, 3, 4
    on conflict (tenant, status, venue, asset) do update set deposits = deposit_count.deposits + excluded.deposits;
  return null;
end
$$;

create trigger deposit_count_change after insert or update on deposit
  for each row execute function count_deposits();

-- How far the deposits of a venue have been read. Only what is written here counts as read.
create table deposit_source (
  tenant text not null,
  venue text not null,
  -- Everything that the venue had recorded by then has been stored. Null before the first time.
  read_to timestamptz,
  -- Why the last attempt failed; null when it did not.
  reason text,
  -- A period that the venue no longer listed when it was read again.
  missing_from timestamptz,
  missing_to timestamptz,
  primary key (tenant, venue)
);

-- Our deposit addresses, as the venues show them. One that a venue has replaced stays ours.
create table deposit_address (
  id uuid primary key,
  tenant text not null,
  venue text not null,
  asset text not null,
  network text not null,
  address text not null,
  -- Empty without one.
  tag text not null,
  is_current boolean not null,
  -- When the venue showed it first and last.
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (tenant, venue, asset, network, address, tag)
);

create unique index deposit_address_current on deposit_address (tenant, venue, asset, network) where is_current;

-- An address and tag belong to one account, whatever the assets. Where the case says nothing, addresses are in lower case here.
create table deposit_address_owner (
  address text not null,
  tag text not null,
  tenant text not null,
  venue text not null,
  primary key (address, tag)
);

-- What is known of the other end of a transfer: the deposit that it became, or why a person must look for it.
create table transfer_match (
  withdrawal_id uuid primary key references withdrawal,
  tenant text not null,
  -- A deposit is the end of one transfer at most.
  deposit_id uuid unique references deposit,
  reason text,
  updated_at timestamptz not null,
  check ((deposit_id is null) = (reason is not null))
);
