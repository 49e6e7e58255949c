-- claimKey
insert into "idempotency_key" ("tenant", "command", "key", "input_hash", "subject_id", "created_at")
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
returning "subject_id";

-- insertEvents
insert into "outbox" ("tenant", "type", "resource_kind", "resource_id", "payload", "created_at")
values ($1, $2, $3, $4, $5, $6);

-- selectKey
select "input_hash", "subject_id"
from "idempotency_key"
where "tenant" = $1 and "command" = $2 and "key" = $3;
