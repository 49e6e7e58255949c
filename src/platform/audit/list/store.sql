-- countEntries
select /* once */ count(*) as "total"
from "audit_log"
where "tenant" = $1 and (service = 'partner' or service is null) and true;

-- selectEntries
select /* once */ *, id::text as "position"
from "audit_log"
where "tenant" = $1 and (service = 'partner' or service is null) and true and "id" < $2
order by "id" desc
limit $3
offset $4;
