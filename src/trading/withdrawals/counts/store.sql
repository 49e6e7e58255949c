-- countWithdrawals
select coalesce(sum(withdrawals), 0) as "total"
from "withdrawal_count"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4;

-- foldCounts
with "folded" as (delete from "withdrawal_count" returning "tenant", "status", "venue", "asset", "withdrawals") insert into "withdrawal_count" ("tenant", "status", "venue", "asset", "withdrawals")
select "tenant", "status", "venue", "asset", sum(withdrawals) as "withdrawals"
from "folded"
group by "tenant", "status", "venue", "asset"
having sum(withdrawals) <> $1;
