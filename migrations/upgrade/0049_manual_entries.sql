-- Clawbacks, bonuses and write-offs have a reason that the partner sees. All entries so far meet the wider rule, so they are
-- not read again.
alter table wallet_entry
  add column reason text,
  drop constraint wallet_entry_kind_check,
  add constraint wallet_entry_kind_check check (kind in ('reward', 'second_level_reward', 'adjustment', 'commission',
    'progress', 'rebate', 'disbursement', 'return', 'clawback', 'bonus', 'write_off')) not valid,
  add constraint wallet_entry_reason_check
    check ((kind in ('clawback', 'bonus', 'write_off')) = (reason is not null)) not valid,
  add constraint wallet_entry_sign_check
    check (case kind when 'clawback' then amount < 0 when 'bonus' then amount > 0 when 'write_off' then amount > 0 else true end)
    not valid;

-- The months that have ended for the ledger, each once.
create table wallet_month (
  first_day date primary key,
  carry text not null check (carry in ('on', 'reset')),
  ended_at timestamptz not null
);
