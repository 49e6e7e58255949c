-- countDestinations
select count(*) as "total"
from "webhook_destination"
where "tenant" = $1 and "service" = $2;

-- deleteDestination
delete
from "webhook_destination"
where "id" = $1
returning "id";

-- insertDestination
insert into "webhook_destination" ("id", "tenant", "service", "url", "events", "secret", "previous_secret", "previous_until", "paused", "created_by", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
returning *;

-- lockDestination
select *
from "webhook_destination"
where "tenant" = $1 and "service" = $2 and "id" = $3
for update;

-- lockTenant
select pg_advisory_xact_lock(hashtextextended($1, 7216340014)) as "locked";

-- replaceSecret
update "webhook_destination"
set "secret" = $1, "previous_secret" = $2, "previous_until" = $3
where "id" = $4
returning *;

-- selectDestination
select *
from "webhook_destination"
where "tenant" = $1 and "service" = $2 and "id" = $3;

-- selectDestinations
select *
from "webhook_destination"
where "tenant" = $1 and "service" = $2
order by "created_at", "id";

-- updateDestination
update "webhook_destination"
set "url" = $1, "events" = $2, "paused" = $3
where "id" = $4
returning *;
