-- lockSums
select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 7216340013)) as "locked";

-- selectBlocking
select "sent_at"
from (select "sent_at", sum(amount) over (order by sent_at desc nulls first) as "sum" from (select "asset", "amount", "sent_at" from "withdrawal" where "tenant" = $1 and "asset" = $2 and "sent_at" is not null and "status" in ($3, $4) and "sent_at" > $5 union all select "asset", "amount", null as "sent_at" from "withdrawal" where "tenant" = $6 and "asset" = $7 and "sent_at" is not null and "status" = $8) as "departure") as "running"
where "sum" > $9
order by sent_at desc nulls first
limit $10;

-- selectRecentAssets
select distinct "asset"
from "withdrawal"
where "tenant" = $1 and "status" in ($2, $3, $4, $5) and ("created_at" > $6 or "sent_at" > $7 or "status" = $8);

-- sumCreated
select coalesce(sum(amount), 0)::text as "total"
from "withdrawal"
where "tenant" = $1 and "asset" = $2 and "created_at" > $3 and "status" not in ($4, $5, $6);

-- sumCreatedByAsset
select "asset", sum(amount)::text as "total"
from "withdrawal"
where "tenant" = $1 and "created_at" > $2 and "status" not in ($3, $4, $5)
group by "asset";

-- sumDeparted
select coalesce(sum(amount), 0)::text as "total"
from (select "asset", "amount", "sent_at" from "withdrawal" where "tenant" = $1 and "asset" = $2 and "sent_at" is not null and "status" in ($3, $4) and "sent_at" > $5 union all select "asset", "amount", null as "sent_at" from "withdrawal" where "tenant" = $6 and "asset" = $7 and "sent_at" is not null and "status" = $8) as "departure";

-- sumDepartedByAsset
select "asset", sum(amount)::text as "total"
from (select "asset", "amount", "sent_at" from "withdrawal" where "tenant" = $1 and "sent_at" is not null and "status" in ($2, $3) and "sent_at" > $4 union all select "asset", "amount", null as "sent_at" from "withdrawal" where "tenant" = $5 and "sent_at" is not null and "status" = $6) as "departure"
group by "asset";
