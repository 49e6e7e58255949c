-- selectHead
select "seq", "at", encode(hash, 'hex') as "hash"
from "audit_log"
where "seq" is not null
order by "seq" desc
limit $1;

-- selectRows
select "seq", "at", encode(hash, 'hex') as "hash"
from "audit_log"
where "seq" is not null and "seq" in ($1);
