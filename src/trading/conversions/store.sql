-- countConversions
select /* once */ count(*) as "total"
from "conversion"
where "tenant" = $1 and true;

-- countOpen
select "tenant", "status", count(*) as "open", extract(epoch from now() - min(created_at)) as "oldestSeconds"
from "conversion"
where status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')
group by "tenant", "status";

-- insertConversion
insert into "conversion" ("id", "tenant", "reference", "status", "executor", "from_asset", "to_asset", "from_amount", "to_amount", "fixed_side", "fixed_amount", "path", "allowed_venues", "venues", "expires_at", "metadata", "min_received", "max_given", "max_slippage_bps", "quoted_amount", "mids", "requested_by", "leg", "leg_target", "leg_started_at", "round", "fruitless", "due_at", "waiting_reason", "failure_message", "proposal_id", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33)
returning *;

-- insertOrders
insert into "conversion_order" ("id", "conversion_id", "number", "leg", "round", "venue", "symbol", "side", "type", "price", "quantity", "status", "filled", "venue_order_id", "reason", "deadline", "created_at", "updated_at", "finding")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);

-- insertTrades
insert into "conversion_trade" ("order_id", "venue_trade_id", "price", "quantity", "fee", "fee_asset", "liquidity", "traded_at")
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing;

-- lockConversion
select *
from "conversion"
where "tenant" = $1 and "id" = $2
for update;

-- lockUnfinished
select *
from "conversion"
where "status" in ($1, $2, $3)
order by "id"
for update;

-- postpone
update "conversion"
set "due_at" = $1, "waiting_reason" = $2
where "id" = $3 and "due_at" = $4;

-- selectConversion
select *
from "conversion"
where "tenant" = $1 and "id" = $2;

-- selectOrders
select *
from "conversion_order"
where "conversion_id" = $1
order by "number";

-- selectOverdue
select "id", "tenant", "due_at"
from "conversion"
where "due_at" <= $1
order by "due_at"
limit $2;

-- selectPage
select /* once */ *, (extract(epoch from "created_at") * 1000000)::bigint || ' ' || "id" as "position"
from "conversion"
where "tenant" = $1 and true and ("created_at", "id") < (timestamptz 'epoch' + $2::float8 * interval '1 microsecond', $3::uuid)
order by "created_at" desc, "id" desc
limit $4
offset $5;

-- selectTrades
select "conversion_trade".*
from "conversion_trade"
inner
join "conversion_order" on "conversion_order"."id" = "conversion_trade"."order_id"
where "conversion_order"."conversion_id" = $1
order by "conversion_order"."number", "conversion_trade"."traded_at", "conversion_trade"."venue_trade_id";

-- sumSlippage
select "venue", "symbol", count(*) as "trades", trim_scale(sum(quantity)) as "quantity", trim_scale(sum(value)) as "value", round(10000 * sum(lost) / nullif(sum(at_mid), 0), 2) as "price_bps", case when bool_and(fee is not null) then round(10000 * sum(fee) / nullif(sum(value), 0), 2) end as "fee_bps"
from (
          select venue, symbol, trade.quantity, trade.quantity * trade.price as value,
              case side when 'sell' then at_mid - trade.quantity * trade.price
                else trade.quantity * trade.price - at_mid end as lost,
              at_mid,
              case fee_asset when split_part(symbol, '-', 2) then fee
                when split_part(symbol, '-', 1) then fee * trade.price end as fee
            from conversion_trade trade
            join conversion_order on conversion_order.id = trade.order_id
            join conversion on conversion.id = conversion_order.conversion_id
            cross join lateral (select case side when 'sell' then trade.quantity * mids[conversion_order.leg + 1]
              else trade.quantity / mids[conversion_order.leg + 1] end as at_mid) decided
            where conversion.tenant = $1 and traded_at >= $2 and traded_at < $3
        ) as "traded"
group by "venue", "symbol"
order by "venue", "symbol";

-- updateConversion
update "conversion"
set "due_at" = $1
where "id" = $2 and "status" = $3
returning *;

-- updateOrder
update "conversion_order"
set "status" = $1, "filled" = $2, "venue_order_id" = $3, "reason" = $4, "updated_at" = $5, "finding" = $6
where "id" = $7;
