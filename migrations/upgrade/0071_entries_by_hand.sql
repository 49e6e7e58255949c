-- Fact stores know which accounts have entries by hand: their currency and their owner cannot change.
create index wallet_entry_by_hand on wallet_entry (account_id) where reason is not null;
create trigger wallet_entry_notify after insert on wallet_entry
  for each row when (new.reason is not null) execute function notify_facts('names');
