-- deleteExpired
delete
from "idempotency_claim"
where "expires_at" < $1;

-- selectAmong
select "scope", "key", "step"
from "idempotency_claim"
where "tenant" = $1 and "scope" = any ($2::text[]) and "key" = any ($3::text[]);

-- selectFirst
select "fingerprint", "subject_id", "answer"
from "idempotency_claim"
where "tenant" = $1 and "scope" = $2 and "key" = $3 and ("step" = $4 or "fingerprint" != $5)
order by "fingerprint" != $6 desc
limit $7;
