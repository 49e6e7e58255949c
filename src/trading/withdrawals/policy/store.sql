-- lockSums
select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 7216340013)) as "locked";

-- selectBlocking
select "sent_at"
from (select "sent_at", sum(amount) over (order by sent_at desc nulls first) as "sum" from (select "amount", "sent_at" from "withdrawal" where "tenant" = $1 and "asset" = $2 and "sent_at" is not null and "status" in ($3, $4) and "sent_at" > $5 union all select "amount", null as "sent_at" from "withdrawal" where "tenant" = $6 and "asset" = $7 and "sent_at" is not null and "status" = $8) as "departure") as "running"
where "sum" > $9
order by sent_at desc nulls first
limit $10;

-- sumCreated
select coalesce(sum(amount), 0)::text as "total"
from "withdrawal"
where "tenant" = $1 and "asset" = $2 and "created_at" > $3 and "status" not in ($4, $5, $6);

-- sumDeparted
select coalesce(sum(amount), 0)::text as "total"
from (select "amount", "sent_at" from "withdrawal" where "tenant" = $1 and "asset" = $2 and "sent_at" is not null and "status" in ($3, $4) and "sent_at" > $5 union all select "amount", null as "sent_at" from "withdrawal" where "tenant" = $6 and "asset" = $7 and "sent_at" is not null and "status" = $8) as "departure";
