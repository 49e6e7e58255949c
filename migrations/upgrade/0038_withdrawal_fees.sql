-- What the venue charges beside the amount, in the asset: as it was announced at creation, then as the request to the
-- venue reckoned with it. Null where it is not known.
alter table withdrawal add column fee numeric check (fee >= 0);
-- What the venue says it charged, and what it says the payee received. Null until it has completed the withdrawal.
alter table withdrawal add column charged_fee numeric;
alter table withdrawal add column received_amount numeric;
-- The venue's own number of a transfer within its own books, which has no transaction and so no receipt.
alter table withdrawal add column internal_transfer_id text;
-- In place of the check that a completed withdrawal has a receipt, under the name that PostgreSQL gave it.
alter table withdrawal drop constraint withdrawal_check1;
alter table withdrawal add constraint withdrawal_receipt_check
  check (receipt is not null or internal_transfer_id is not null or status <> 'COMPLETED');
