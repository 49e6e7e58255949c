-- countPayouts
select count(*)::float8 as "count"
from "payout"
where ($1::text is null or kind = $2::text)
    and ($3::bigint is null or number = $4::bigint);

-- insertPayout
insert into "payout" ("number", "kind", "first_day", "last_day", "row_count", "reward_usd", "batch", "causes", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- lockHead
select number::int as "number", "row_id"
from "payout_head"
for update;

-- selectHead
select number::int as "number", "row_id"
from "payout_head";

-- selectPayoutPage
select number::float8 as "number", "kind", first_day::text as "first_day", last_day::text as "last_day", row_count::float8 as "row_count", reward_usd::text as "reward_usd", batch::float8 as "batch", causes::float8[] as "causes", "created_at"
from "payout"
where ($1::text is null or kind = $2::text)
    and ($3::bigint is null or number = $4::bigint)
order by "payout"."number" desc
limit $5
offset $6;

-- selectPayouts
select number::float8 as "number", "kind", first_day::text as "first_day", last_day::text as "last_day", causes::float8[] as "causes", "created_at"
from "payout"
where "number" = any($1::bigint[])
order by "payout"."number";

-- updateHead
update "payout_head"
set "number" = $1, "row_id" = $2
returning "number";
