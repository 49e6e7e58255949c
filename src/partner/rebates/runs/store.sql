-- countRebates
select count(*)::int as "count"
from "rebate"
where "group_id" = $1 and "period_start" = $2;

-- countRuns
select count(*) as "total"
from "rebate_run"
where "group_id" = $1;

-- insertRebates
insert into "rebate" ("group_id", "period_start", "client_uid", "account_id", "currency", "amount", "reward", "payout")
select group_id, period_start, client_uid, account_id, currency, amount, reward, payout
       
from jsonb_to_recordset($1::jsonb) as given
          (group_id bigint, period_start date, client_uid text, account_id text, currency text, amount numeric,
            reward numeric, payout bigint);

-- insertRun
insert into "rebate_run" ("group_id", "period_start", "period_end", "status", "percent", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
returning "group_id";

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
where "group_id" = $1 and "status" = $2 and "rebate_run"."period_start" > $3
order by "rebate_run"."period_start"
limit $4;

-- selectOpenRun
select period_start::text as "period_start"
from "rebate_run"
where "group_id" = $1 and "status" in ($2, $3)
order by "rebate_run"."period_start"
limit $4;

-- selectPending
select "partner_uid", count(*)::int as "runs"
from "rebate_run"
inner
join "rebate_group" on "rebate_group"."id" = "rebate_run"."group_id"
where "status" = $1 and "partner_uid" = any($2::text[])
group by "partner_uid"
order by "partner_uid";

-- selectRebates
select "client_uid", "account_id", "currency", "amount", "reward", payout::float8 as "payout"
from "rebate"
where "group_id" = $1 and "period_start" = $2
order by "client_uid", "account_id"
limit $3
offset $4;

-- selectRun
select period_start::text as "period_start", period_end::text as "period_end", "rebate_run"."status", "rebate_run"."percent"
from "rebate_run"
inner
join "rebate_group" on "rebate_group"."id" = "rebate_run"."group_id"
where "rebate_group"."partner_uid" = $1 and "rebate_run"."group_id" = $2 and "rebate_run"."period_start" = $3;

-- selectRuns
select group_id::float8 as "group_id", period_start::text as "period_start", period_end::text as "period_end", "status"
from "rebate_run"
where "group_id" = $1
order by "rebate_run"."period_start" desc
limit $2
offset $3;

-- updateRun
update "rebate_run"
set "status" = $1, "updated_at" = $2
where "group_id" = $3 and "period_start" = $4
returning "status";
