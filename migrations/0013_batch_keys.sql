-- The first answer to each batch that was sent with an idempotency key.
create table batch_key (
  tenant text not null,
  key text not null,
  kind text not null,
  -- Of the facts as they were sent, unpacked.
  sha256 bytea not null check (length(sha256) = 32),
  accepted bigint not null,
  repeated bigint not null,
  replaced bigint not null,
  -- The time of the last batch of the log at that moment.
  as_of timestamptz,
  created_at timestamptz not null,
  primary key (tenant, key)
);
