-- Filters by reference and by id must not read the whole table. References are not unique: dry runs keep the reference
-- of the call they rehearse.
create index withdrawal_reference on withdrawal (tenant, reference);
create index withdrawal_id_text on withdrawal ((id::text));
