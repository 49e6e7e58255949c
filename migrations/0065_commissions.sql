-- What agents of shared accounts get, and what it takes from those who share.
alter table wallet_entry
  drop constraint wallet_entry_kind_check,
  add constraint wallet_entry_kind_check
    check (kind in ('reward', 'adjustment', 'commission', 'progress', 'rebate'));
