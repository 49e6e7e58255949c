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

-- insertRebates
insert into "rebate" ("group_id", "period_start", "client_uid", "account_id", "currency", "amount")
select group_id, period_start, client_uid, account_id, currency, amount
       
from jsonb_to_recordset($1::jsonb) as given
          (group_id bigint, period_start date, client_uid text, account_id text, currency text, amount numeric);

-- insertRun
insert into "rebate_run" ("group_id", "period_start", "period_end", "status", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing
returning "group_id";

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

-- lockRun
select group_id::float8 as "group_id", period_start::text as "period_start", period_end::text as "period_end", "status"
from "rebate_run"
where "group_id" = $1 and "rebate_run"."period_start" = $2
for update;

-- selectAmounts
select period_start::text as "period_start", "account_id", "currency", sum(amount) as "amount", count(*)::int as "rebates"
from "rebate"
where "group_id" = $1 and "rebate"."period_start" = any($2::date[])
group by "rebate"."period_start", "account_id", "currency"
order by "account_id";

-- selectApproved
select group_id::float8 as "group_id", period_start::text as "period_start", period_end::text as "period_end", "status"
from "rebate_run"
where "group_id" = $1 and "status" = $2
order by "rebate_run"."period_start"
limit $3;

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

-- selectOpenRun
select period_start::text as "period_start"
from "rebate_run"
where "group_id" = $1 and "status" in ($2, $3)
order by "rebate_run"."period_start"
limit $4;

-- selectRuns
select group_id::float8 as "group_id", period_start::text as "period_start", period_end::text as "period_end", "status"
from "rebate_run"
where "group_id" = $1
order by "rebate_run"."period_start" desc
limit $2;

-- updateGroup
update "rebate_group"
set "title" = $1, "type" = $2, "percent" = $3, "period" = $4, "period_value" = $5, "link_code" = $6, "is_default" = $7
where "id" = $8
returning "title";

-- updateRun
update "rebate_run"
set "status" = $1, "updated_at" = $2
where "group_id" = $3 and "period_start" = $4
returning "status";

-- upsertMoved
insert into "rebate_client" ("partner_uid", "client_uid", "group_id", "moved_at")
values ($1, $2, $3, $4)
on conflict ("partner_uid", "client_uid") do update
set "group_id" = $5, "moved_at" = $6
returning "client_uid";
