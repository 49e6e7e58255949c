-- countConversions
select /* once */ count(*) as "total"
from "conversion"
where "tenant" = $1 and true;

-- limitTime
select set_config('statement_timeout', $1, true) as "set";

-- selectConversion
select *
from "conversion"
where "tenant" = $1 and "id" = $2;

-- selectOrders
select *
from "conversion_order"
where "conversion_id" = $1
order by "number";

-- selectPage
select /* once */ *
from "conversion"
where "tenant" = $1 and true
order by "created_at" desc, "id" desc
limit $2
offset $3;

-- selectTrades
select "conversion_trade".*
from "conversion_trade"
inner
join "conversion_order" on "conversion_order"."id" = "conversion_trade"."order_id"
where "conversion_order"."conversion_id" = $1
order by "conversion_order"."number", "conversion_trade"."traded_at", "conversion_trade"."venue_trade_id";
