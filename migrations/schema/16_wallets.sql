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
  -- What the account has besides its balance. Triggers keep the sums, so that a run over all accounts reads one row of each.
  reserved_rebates numeric not null default 0,
  reserved_disbursements numeric not null default 0,
  -- The sum of its maturities, those that are due included until they are removed.
  held numeric not null default 0 check (held >= 0),
  -- What has left the account, less what came back.
  paid numeric not null default 0,
  unique (id, currency)
);

create index wallet_account_partner on wallet_account (partner_uid, id);

create table wallet_entry (
  id bigint generated always as identity primary key,
  account_id text not null,
  currency text not null,
  kind text not null check (kind in ('reward', 'second_level_reward', 'adjustment', 'commission',
    'progress', 'rebate', 'disbursement', 'return', 'clawback', 'bonus', 'write_off')),
  amount numeric not null check (amount <> 0),
  -- The reason for posting it, such as `payout:17`. Nothing is posted twice for one reason.
  reference text not null,
  created_at timestamptz not null,
  -- Of a clawback, bonus or write-off; the partner sees it.
  reason text,
  unique (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency),
  constraint wallet_entry_reason_check
    check ((kind in ('clawback', 'bonus', 'write_off')) = (reason is not null)),
  constraint wallet_entry_sign_check
    check (case kind when 'clawback' then amount < 0 when 'bonus' then amount > 0 when 'write_off' then amount > 0 else true end)
);

-- For reading the ledger of an account by time.
create index wallet_entry_account on wallet_entry (account_id, created_at, id);

-- Entries by hand.
create index wallet_entry_by_hand on wallet_entry (account_id) where reason is not null;

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
  when ((new.balance, new.reserved_rebates, new.reserved_disbursements, new.held, new.paid) <> (0, 0, 0, 0, 0))
  execute function wallet_refuse();
create trigger wallet_account_balance before update on wallet_account for each row
  when ((old.balance, old.reserved_rebates, old.reserved_disbursements, old.held, old.paid)
      is distinct from (new.balance, new.reserved_rebates, new.reserved_disbursements, new.held, new.paid)
    and pg_trigger_depth() = 0)
  execute function wallet_refuse();
create trigger wallet_account_identity before update on wallet_account for each row
  when ((old.id, old.partner_uid, old.currency, old.type, old.created_at)
    is distinct from (new.id, new.partner_uid, new.currency, new.type, new.created_at))
  execute function wallet_refuse();
create trigger wallet_account_delete before delete on wallet_account
  for each row execute function wallet_refuse();
create trigger wallet_account_truncate before truncate on wallet_account execute function wallet_refuse();

-- Fact stores have a copy of the names that owners chose, and know which accounts have entries by hand.
create trigger wallet_account_notify_new after insert on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');
create trigger wallet_account_notify after update of name on wallet_account
  for each row when (new.renamed) execute function notify_facts('names');
create trigger wallet_entry_notify after insert on wallet_entry
  for each row when (new.reason is not null) execute function notify_facts('names');

create function wallet_balance() returns trigger language plpgsql as $$
begin
  update wallet_account set balance = balance + moved.amount, paid = paid - moved.disbursed
    from (
      select account_id, sum(amount) as amount,
        coalesce(sum(amount) filter (where kind in ('disbursement', 'return')), 0) as disbursed
      from posted group by account_id
    ) moved
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
  kind text not null default 'rebate' check (kind in ('rebate', 'disbursement')),
  primary key (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency)
);

create index wallet_reservation_reference on wallet_reservation (reference);

create function wallet_reserved() returns trigger language plpgsql as $$
begin
  update wallet_account
    set reserved_rebates = reserved_rebates + moved.sign * moved.rebates,
      reserved_disbursements = reserved_disbursements + moved.sign * moved.disbursements
    from (
      select account_id, case tg_op when 'INSERT' then 1 else -1 end as sign,
        coalesce(sum(amount) filter (where kind = 'rebate'), 0) as rebates,
        coalesce(sum(amount) filter (where kind = 'disbursement'), 0) as disbursements
      from moved group by account_id
    ) moved
    where wallet_account.id = moved.account_id;
  return null;
end
$$;

create trigger wallet_reservation_added after insert on wallet_reservation
  referencing new table as moved for each statement execute function wallet_reserved();
create trigger wallet_reservation_removed after delete on wallet_reservation
  referencing old table as moved for each statement execute function wallet_reserved();
create trigger wallet_reservation_change before update on wallet_reservation
  for each row execute function wallet_refuse();
create trigger wallet_reservation_truncate before truncate on wallet_reservation execute function wallet_refuse();

-- What an account was credited for a day and cannot be disbursed before another. Rows that are due are removed.
create table wallet_maturity (
  account_id text not null references wallet_account,
  earned_on date not null,
  available_on date not null,
  amount numeric not null check (amount >= 0),
  primary key (account_id, earned_on)
);

create index wallet_maturity_due on wallet_maturity (available_on);

create function wallet_held() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    update wallet_account set held = held + moved.amount
      from (select account_id, sum(amount) as amount from added group by account_id) moved
      where wallet_account.id = moved.account_id;
  end if;
  if tg_op <> 'INSERT' then
    update wallet_account set held = held - moved.amount
      from (select account_id, sum(amount) as amount from removed group by account_id) moved
      where wallet_account.id = moved.account_id;
  end if;
  return null;
end
$$;

create trigger wallet_maturity_added after insert on wallet_maturity
  referencing new table as added for each statement execute function wallet_held();
create trigger wallet_maturity_changed after update on wallet_maturity
  referencing old table as removed new table as added for each statement execute function wallet_held();
create trigger wallet_maturity_removed after delete on wallet_maturity
  referencing old table as removed for each statement execute function wallet_held();
create trigger wallet_maturity_truncate before truncate on wallet_maturity execute function wallet_refuse();

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

-- The months that have ended for the ledger, each once.
create table wallet_month (
  first_day date primary key,
  carry text not null check (carry in ('on', 'reset')),
  ended_at timestamptz not null
);
