create table wallet_account (
  id text primary key,
  partner_uid text not null,
  name text not null check (char_length(name) between 1 and 64),
  -- Whether its owner has given it another name than it was opened with.
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
  kind text not null check (kind in ('reward', 'adjustment', 'progress', 'rebate')),
  amount numeric not null check (amount <> 0),
  -- What it was posted for: `payout:17`. Nothing is posted twice for the same reason.
  reference text not null,
  created_at timestamptz not null,
  unique (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency)
);

create function wallet_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the wallet ledger is append-only: this % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger wallet_entry_change before update or delete on wallet_entry
  for each row execute function wallet_refuse();
create trigger wallet_entry_truncate before truncate on wallet_entry execute function wallet_refuse();

-- The balance is the sum of the entries: an account begins without one, every entry moves it, and nothing else
-- does. The update of the trigger below is told from all others by being made within a trigger.
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

-- What an account still holds but has promised: the sum is its reserved amount.
create table wallet_reservation (
  account_id text not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  -- What it was reserved for: `rebate:5:2024-03-01`.
  reference text not null,
  created_at timestamptz not null,
  primary key (account_id, reference),
  foreign key (account_id, currency) references wallet_account (id, currency)
);
