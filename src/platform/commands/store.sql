-- deleteOldRequestKeys
delete
from "request_key"
where "created_at" < $1;

-- selectKeys
select "key", "input_hash", "subject_id"
from "idempotency_key"
where "tenant" = $1 and "command" = $2 and "key" = any ($3::text[]);

-- selectRequestKey
select "content_hash", "subject_id", "result"
from "request_key"
where "tenant" = $1 and "caller" = $2 and "key" = $3 and ("step" = $4 or "content_hash" != $5)
order by "content_hash" != $6 desc
limit $7;
