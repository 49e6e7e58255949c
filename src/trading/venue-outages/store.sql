-- deleteOutage
delete
from "venue_outage"
where "tenant" = $1 and "venue" = $2;

-- saveOutage
insert into "venue_outage" ("tenant", "venue", "since", "noticed_at", "live_since")
values ($1, $2, $3, $4, $5)
on conflict ("tenant", "venue") do update
set "since" = $6, "noticed_at" = $7, "live_since" = $8;

-- selectOutage
select *
from "venue_outage"
where "tenant" = $1 and "venue" = $2;
