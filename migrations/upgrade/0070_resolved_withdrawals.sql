-- What a person found at the venue about a withdrawal that it holds, until another one has found the same:
-- { found, transaction, comment, by, at }.
alter table withdrawal add column finding jsonb;

-- An address is looked for in whatever case it was written: where the case counts, it is compared afterwards.
create index destination_written on destination (tenant, lower(address)) where kind = 'blockchain';
drop index destination_address;

-- An address in bech32 has one form too, as hexadecimal ones have.
update deposit_address_owner set address = lower(address)
where address ~ '^BC1[02-9AC-HJ-NP-Z]+$'
  and not exists (
    select from deposit_address_owner as other
    where other.address = lower(deposit_address_owner.address) and other.tag = deposit_address_owner.tag
  );
