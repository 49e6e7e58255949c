-- Transfers look for the deposits of their own transactions, in whatever case and form a venue writes a hash.
create index deposit_transaction on deposit (tenant, venue, lower(regexp_replace(btrim(receipt), '^0x', '', 'i')))
  where receipt is not null;
create index deposit_internal_transfer on deposit (tenant, venue, internal_transfer_id)
  where internal_transfer_id is not null;
