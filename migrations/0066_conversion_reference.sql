-- Dry runs keep the reference of the call they rehearse. Among all other conversions it is unique by its idempotency key.
drop index conversion_reference;
create index conversion_reference on conversion (tenant, reference);
