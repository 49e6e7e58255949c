-- Checks that were added to a table in use, each without reading it.
alter table wallet_entry
  validate constraint wallet_entry_kind_check,
  validate constraint wallet_entry_reason_check,
  validate constraint wallet_entry_sign_check;
