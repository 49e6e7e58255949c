-- selectHistory
select "at", "actor_kind", "actor_id", "action", "details"
from "audit_log"
where "subject_kind" = $1 and "subject_id" = $2 and "tenant" = $3
order by "id"
limit $4;
