-- deleteGroup
update "rebate_group"
set "deleted_at" = $1, "link_code" = $2, "is_default" = $3
where "id" = $4
returning "title";

-- deleteMovedInto
delete
from "rebate_client"
where "group_id" = $1;

-- insertGroup
insert into "rebate_group" ("partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict do nothing
returning rebate_group.id::float8 as "id", "partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at", (
    select max(period_end)::text from rebate_run where group_id = rebate_group.id) as "run_through";

-- lockGroup
select rebate_group.id::float8 as "id", "partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at", (
    select max(period_end)::text from rebate_run where group_id = rebate_group.id) as "run_through"
from "rebate_group"
where "partner_uid" = $1 and "id" = $2 and "deleted_at" is null
for update;

-- lockGroups
select rebate_group.id::float8 as "id", "partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at", (
    select max(period_end)::text from rebate_run where group_id = rebate_group.id) as "run_through"
from "rebate_group"
where "partner_uid" = $1
order by "rebate_group"."id"
for update;

-- selectGroups
select rebate_group.id::float8 as "id", "partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at", (
    select max(period_end)::text from rebate_run where group_id = rebate_group.id) as "run_through"
from "rebate_group"
where "partner_uid" = $1 and "deleted_at" is null
order by "id"
limit $2;

-- selectGroupsAfter
select rebate_group.id::float8 as "id", "partner_uid", "title", "type", "percent", "period", "period_value", "link_code", "is_default", "created_at", (
    select max(period_end)::text from rebate_run where group_id = rebate_group.id) as "run_through"
from "rebate_group"
where "id" > $1 and "deleted_at" is null
order by "id"
limit $2;

-- selectMoved
select "client_uid", group_id::float8 as "group_id"
from "rebate_client"
where "partner_uid" = $1
order by "client_uid";

-- updateGroup
update "rebate_group"
set "title" = $1, "type" = $2, "percent" = $3, "period" = $4, "period_value" = $5, "link_code" = $6, "is_default" = $7
where "id" = $8
returning "title";

-- upsertMoved
insert into "rebate_client" ("partner_uid", "client_uid", "group_id", "moved_at")
values ($1, $2, $3, $4)
on conflict ("partner_uid", "client_uid") do update
set "group_id" = $5, "moved_at" = $6
returning "client_uid";
