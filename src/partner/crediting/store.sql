-- insertPayout
insert into "payout" ("number", "kind", "first_day", "last_day", "row_count", "reward_usd", "batch", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- lockHead
select number::int as "number", "row_id"
from "payout_head"
for update;

-- selectHead
select number::int as "number", "row_id"
from "payout_head";

-- selectPayouts
select number::float8 as "number", "kind", first_day::text as "first_day", last_day::text as "last_day", "created_at"
from "payout"
where "number" = any($1::bigint[])
order by "payout"."number";

-- updateHead
update "payout_head"
set "number" = $1, "row_id" = $2
returning "number";
