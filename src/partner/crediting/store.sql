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

-- updateHead
update "payout_head"
set "number" = $1, "row_id" = $2
returning "number";
