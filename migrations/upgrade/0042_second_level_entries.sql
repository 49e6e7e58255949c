-- Second-level rewards are entries of their own. All entries so far meet the wider rule, so they are not read again.
alter table wallet_entry drop constraint wallet_entry_kind_check;
alter table wallet_entry add constraint wallet_entry_kind_check
  check (kind in ('reward', 'second_level_reward', 'adjustment', 'commission', 'progress', 'rebate')) not valid;
