-- Lists of a tenant read this index backwards.
create index audit_log_tenant on audit_log (tenant, id);

-- The last verification of the chain, in one row.
create table audit_verification (
  single boolean primary key default true check (single),
  at timestamptz not null,
  -- The number of intact rows, and the last of them as `seq:hash`.
  rows bigint not null,
  head text not null,
  -- The first bad row and what is wrong with it. Null if the chain is intact.
  fault_seq bigint,
  fault_kind text,
  check ((fault_seq is null) = (fault_kind is null))
);
