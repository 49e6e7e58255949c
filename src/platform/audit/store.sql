-- countPending
select count(*) as "rows"
from "audit_log"
where "seq" is null;

-- replaceVerification
insert into "audit_verification" ("at", "rows", "head", "fault_seq", "fault_kind")
values ($1, $2, $3, $4, $5)
on conflict ("single") do update
set "at" = $6, "rows" = $7, "head" = $8, "fault_seq" = $9, "fault_kind" = $10;

-- sealRows
select seal_audit_log($1::int) as "sealed";

-- selectSealed
select "id", "tenant", "actor_kind", "actor_id", "action", "subject_kind", "subject_id", "trace_id", "caller_trace_id", "service", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "at", details::text as "details", "seq", "prev_hash", "hash"
from "audit_log"
where "seq" > $1
order by "seq"
limit $2;

-- selectVerification
select "at", "fault_seq", "fault_kind"
from "audit_verification";
