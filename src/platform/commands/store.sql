-- selectKeys
select "key", "input_hash", "subject_id"
from "idempotency_key"
where "tenant" = $1 and "command" = $2 and "key" = any ($3::text[]);
