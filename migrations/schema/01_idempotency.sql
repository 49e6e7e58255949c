-- Everything by which a repeat is recognised, with the first answer: references of commands, Idempotency-Keys of requests,
-- and those of batches of facts. References are kept for good.
create table idempotency_claim (
  tenant text not null,
  -- The name of a command, `caller` with a name, or `batch`.
  scope text not null,
  key text not null,
  fingerprint bytea not null,
  -- Batches have none.
  subject_id text,
  created_at timestamptz not null,
  -- The place of the command in its request.
  step smallint not null default 0,
  -- The first answer, as the API shows it. It is json, not jsonb, which would change the order of members. Null for a
  -- reference, which is answered by the present state of its subject, and where the answer belongs to a secret.
  answer json,
  expires_at timestamptz,
  primary key (tenant, scope, key, step)
);

create index idempotency_claim_expires on idempotency_claim (expires_at) where expires_at is not null;
