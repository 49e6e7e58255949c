-- For reading the ledger of an account by time.
create index wallet_entry_account on wallet_entry (account_id, created_at, id);
