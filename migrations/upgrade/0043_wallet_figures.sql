-- What an account has besides its balance. Triggers keep the sums, so that a run over all accounts reads one row of each.
alter table wallet_account
  add column reserved_rebates numeric not null default 0,
  add column reserved_disbursements numeric not null default 0,
  -- The sum of its maturities, those that are due included until they are removed.
  add column held numeric not null default 0 check (held >= 0),
  -- What has left the account, less what came back.
  add column paid numeric not null default 0;

lock table wallet_reservation in share row exclusive mode;

alter table wallet_reservation
  add column kind text not null default 'rebate' check (kind in ('rebate', 'disbursement'));

update wallet_account set reserved_rebates = reserved.amount
  from (select account_id, sum(amount) as amount from wallet_reservation group by account_id) reserved
  where wallet_account.id = reserved.account_id;

create index wallet_reservation_reference on wallet_reservation (reference);

alter table wallet_entry
  drop constraint wallet_entry_kind_check,
  add constraint wallet_entry_kind_check check (kind in ('reward', 'second_level_reward', 'adjustment', 'commission',
    'progress', 'rebate', 'disbursement', 'return')) not valid;

create or replace function wallet_balance() returns trigger language plpgsql as $$
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

drop trigger wallet_account_insert on wallet_account;
create trigger wallet_account_insert before insert on wallet_account for each row
  when ((new.balance, new.reserved_rebates, new.reserved_disbursements, new.held, new.paid) <> (0, 0, 0, 0, 0))
  execute function wallet_refuse();
drop trigger wallet_account_balance on wallet_account;
create trigger wallet_account_balance before update on wallet_account for each row
  when ((old.balance, old.reserved_rebates, old.reserved_disbursements, old.held, old.paid)
      is distinct from (new.balance, new.reserved_rebates, new.reserved_disbursements, new.held, new.paid)
    and pg_trigger_depth() = 0)
  execute function wallet_refuse();
