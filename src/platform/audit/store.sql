-- countPending
select count(*) as "rows"
from "audit_log"
where "seq" is null;

-- lockChain
select pg_advisory_xact_lock(7216340012) as "locked";

-- selectHead
select "seq", "hash"
from "audit_log"
where "seq" is not null
order by "seq" desc
limit $1;

-- selectPending
select "id", "tenant", "actor_kind", "actor_id", "action", "subject_kind", "subject_id", "trace_id", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "at", details::text as "details"
from "audit_log"
where "seq" is null
order by "id"
limit $1;

-- selectSealed
select "id", "tenant", "actor_kind", "actor_id", "action", "subject_kind", "subject_id", "trace_id", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "at", details::text as "details", "seq", "prev_hash", "hash"
from "audit_log"
where "seq" > $1
order by "seq"
limit $2;

-- updateSealed
update "audit_log"
set "seq" = "seal"."seq", "prev_hash" = "seal"."prev_hash", "hash" = "seal"."hash"
from json_to_recordset($1::json) as seal (id bigint, seq bigint, prev_hash bytea, hash bytea)
where "audit_log"."id" = "seal"."id";
