-- insertReconciliation
insert into "reconciliation" ("id", "kind", "tenant", "venue", "since", "run_at", "run_by", "refusal", "matched", "only_venue", "only_here", "different", "differences")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb)
returning *;

-- selectDeposits
select "id", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "created_at"
from "deposit"
where "tenant" = $1 and "venue" = $2 and ("created_at" >= $3 or "venue_deposit_id" = any($4::text[]))
order by "created_at", "id";

-- selectLatest
select "id", "venue", "since", "run_by", "only_venue", "only_here", "different"
from "reconciliation" as "run"
where "tenant" = $1 and "id" = $2 and not exists (select "later"."id" from "reconciliation" as "later" where "later"."tenant" = "run"."tenant" and "later"."venue" = "run"."venue" and "later"."kind" = "run"."kind" and "later"."run_at" > "run"."run_at");

-- selectNewest
select distinct on ("tenant", "venue") *
from "reconciliation"
where "kind" = $1 and "run_at" >= $2
order by "tenant", "venue", "run_at" desc;

-- selectOrders
select "conversion_order"."id", "venue_order_id", "symbol", "side", "quantity", "filled", "conversion_order"."status", "conversion_order"."created_at"
from "conversion_order"
inner
join "conversion" on "conversion"."id" = "conversion_id"
where "tenant" = $1 and "venue" = $2 and ("conversion_order"."created_at" >= $3 or conversion_order.id::text = any($4::text[]) or "venue_order_id" = any($5::text[]))
order by "conversion_order"."created_at", "conversion_order"."id";

-- selectSymbols
select distinct "symbol"
from "conversion_order"
inner
join "conversion" on "conversion"."id" = "conversion_id"
where "tenant" = $1 and "venue" = $2
order by "symbol";

-- selectWithdrawals
select "id", "venue_transfer_id", "asset", "amount", "fee", "status", "sent_at"
from "withdrawal"
where "tenant" = $1 and "venue" = $2 and ("sent_at" >= $3 or id::text = any($4::text[]) or "venue_transfer_id" = any($5::text[]))
order by "created_at", "id";
