-- The commands of requests that were sent with an Idempotency-Key, for repeats. Swept after a week, like batch_key.
create table request_key (
  tenant text not null,
  -- Another caller may use the same key.
  caller text not null,
  key text not null,
  -- The place of the command in the request.
  step smallint not null,
  content_hash bytea not null check (length(content_hash) = 32),
  subject_id text not null,
  -- What the command returned, as serialized by Node; null if it belongs to a secret.
  result bytea,
  created_at timestamptz not null,
  primary key (tenant, caller, key, step)
);

create index request_key_created on request_key (created_at);
create index batch_key_created on batch_key (created_at);
