create table wallet_account (
  id text primary key,
  partner_uid text not null,
  name text not null check (char_length(name) between 1 and 64),
  -- Whether the owner has changed the name it was opened with.
  renamed boolean not null,
  currency text not null,
  type text not null check (type in ('reward', 'rebate', 'payout')),
  balance numeric not null default 0,
  created_at timestamptz not null,
  unique (id, currency)
);

create index wallet_account_partner on wallet_account (partner_uid, id);

create table wallet_entry (
  id bigint generated always as identity primary key,
  account_id text not null,
  currency text not null,
  kind text not null check (kind in ('reward', 'adjustment', 'commission', 'progress', 'rebate')),
  amount numeric not null check (amount <> 0),
  -- The reason for posting it, such as `payout:17`. Nothing is posted twice for one reason.
  reference text not null,
  created_at timestamptz not null,
  unique (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency)
);

-- For reading the ledger of an account by time.
create index wallet_entry_account on wallet_entry (account_id, created_at, id);

create function wallet_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the wallet ledger is append-only: this % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger wallet_entry_change before update or delete on wallet_entry
  for each row execute function wallet_refuse();
create trigger wallet_entry_truncate before truncate on wallet_entry execute function wallet_refuse();

-- The balance is the sum of the entries: an account starts at zero and only entries change it. The depth tells the
-- update by the trigger below from every other update.
create trigger wallet_account_insert before insert on wallet_account for each row
  when (new.balance <> 0) execute function wallet_refuse();
create trigger wallet_account_balance before update on wallet_account for each row
  when (old.balance is distinct from new.balance and pg_trigger_depth() = 0) execute function wallet_refuse();
create trigger wallet_account_identity before update on wallet_account for each row
  when ((old.id, old.partner_uid, old.currency, old.type, old.created_at)
    is distinct from (new.id, new.partner_uid, new.currency, new.type, new.created_at))
  execute function wallet_refuse();
create trigger wallet_account_delete before delete on wallet_account
  for each row execute function wallet_refuse();
create trigger wallet_account_truncate before truncate on wallet_account execute function wallet_refuse();

-- Fact stores have a copy of the names that owners chose.
create trigger wallet_account_notify_new after insert on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');
create trigger wallet_account_notify after update of name on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');

create function wallet_balance() returns trigger language plpgsql as $$
begin
  update wallet_account set balance = balance + moved.amount
    from (select account_id, sum(amount) as amount from posted group by account_id) moved
    where wallet_account.id = moved.account_id;
  return null;
end
$$;

create trigger wallet_entry_moves_balance after insert on wallet_entry
  referencing new table as posted for each statement execute function wallet_balance();

-- Parts of the balance promised to others; their sum is the reserved amount.
create table wallet_reservation (
  account_id text not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  -- The reason for reserving it, such as `rebate:5:2024-03-01`.
  reference text not null,
  created_at timestamptz not null,
  primary key (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency)
);

-- One transaction of a crediting run; its ledger entries have the reference `payout:<number>`. A payout is a batch too,
-- whose object holds the credited rows.
create table payout (
  number bigint primary key check (number > 0),
  kind text not null check (kind in ('rewards', 'adjustments', 'progress')),
  -- The days of the credited orders; for a compensation, its due day.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  row_count bigint not null check (row_count > 0),
  reward_usd numeric not null,
  created_at timestamptz not null,
  batch bigint not null unique references batch (number),
  -- The batches that changed the days of a payout since they were last credited.
  causes bigint[] not null default '{}'
);

create trigger payout_change before update or delete on payout for each row execute function wallet_refuse();
create trigger payout_truncate before truncate on payout execute function wallet_refuse();

-- The last numbers used. Making a payout locks this row, so that numbers have no gaps.
create table payout_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  row_id bigint not null
);

insert into payout_head (number, row_id) values (0, 0);
