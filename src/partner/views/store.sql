-- advance
update "saved_view_schedule"
set "next_at" = $1, "last_at" = $2, "last_obstacle" = $3
where "view_id" = $4 and "next_at" = $5;

-- countSchedules
select count(*)::int as "count"
from "saved_view_schedule"
inner
join "saved_view" on "saved_view"."id" = "view_id"
where "tenant" = $1 and "owner" = $2 and "view_id" <> $3;

-- countViews
select count(*)::int as "count"
from "saved_view"
where "tenant" = $1 and "owner" = $2;

-- deleteSchedule
delete
from "saved_view_schedule"
where "view_id" = $1
returning "view_id";

-- deleteView
delete
from "saved_view"
where "id" = $1
returning "id";

-- insertView
insert into "saved_view" ("tenant", "owner", "id", "report", "name", "query", "display", "created_at", "changed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("tenant", "owner", "report", "name") do nothing
returning *;

-- lockSchedule
select "view_id", "report", "name"
from "saved_view_schedule"
inner
join "saved_view" on "saved_view"."id" = "view_id"
where "tenant" = $1 and "owner" = $2 and "view_id" = $3
for update;

-- lockView
select *
from "saved_view"
where "tenant" = $1 and "owner" = $2 and "id" = $3
for update;

-- saveSchedule
insert into "saved_view_schedule" ("view_id", "last_at", "last_obstacle", "partner_uid", "every", "weekday", "day", "time", "time_zone", "next_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("view_id") do update
set "partner_uid" = $11, "every" = $12, "weekday" = $13, "day" = $14, "time" = $15, "time_zone" = $16, "next_at" = $17
returning *;

-- selectDue
select "saved_view_schedule".*, "tenant", "owner"
from "saved_view_schedule"
inner
join "saved_view" on "saved_view"."id" = "view_id"
where "next_at" <= $1 and (next_at, view_id) > ($2, $3::uuid)
order by "next_at", "view_id"
limit $4;

-- selectScheduled
select "saved_view".*, "partner_uid", "last_at"
from "saved_view_schedule"
inner
join "saved_view" on "saved_view"."id" = "view_id"
where "tenant" = $1 and "id" = $2;

-- selectSchedules
select *
from "saved_view_schedule"
where "view_id" = any($1::uuid[]);

-- selectView
select *
from "saved_view"
where "tenant" = $1 and "owner" = $2 and "id" = $3;

-- selectViews
select *
from "saved_view"
where "tenant" = $1 and "owner" = $2 and ($3::text is null or report = $4::text)
order by "report", "name"
limit $5;

-- updateView
update "saved_view"
set "name" = $1, "query" = $2, "display" = $3, "changed_at" = $4
where "id" = $5 and not exists (
        select from saved_view other
        where (other.tenant, other.owner, other.report, other.name) = ($6, $7, $8, $9)
          and other.id <> $10::uuid)
returning *;
