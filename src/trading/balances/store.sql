-- deleteHeld
delete
from "balance_held"
where "tenant" = $1 and "day" = $2 and venue = any($3::text[]);

-- deleteInFlight
delete
from "balance_in_flight"
where "tenant" = $1 and "day" = $2;

-- insertClose
insert into "balance_close" ("tenant", "day", "closed_at")
values ($1, $2, $3)
on conflict ("tenant", "day") do nothing
returning "day";

-- insertHeld
insert into "balance_held" ("tenant", "day", "venue", "asset", "amount")
values ($1, $2, $3, $4, $5);

-- insertInFlight
insert into "balance_in_flight" ("tenant", "day", "asset", "amount")
values ($1, $2, $3, $4);

-- selectCloses
select day::text as "day", "closed_at"
from "balance_close"
where tenant = $1 and day between $2 and $3;

-- selectHeld
select day::text as "day", "venue", "asset", "amount"
from "balance_held"
where tenant = $1 and day between $2 and $3
order by "balance_held"."day", "venue", "asset";

-- selectHeldSums
select day::text as "day", "asset", sum(amount) as "amount"
from "balance_held"
where tenant = $1 and day between $2 and $3
group by "balance_held"."day", "asset";

-- selectInFlight
select day::text as "day", "asset", "amount"
from "balance_in_flight"
where tenant = $1 and day between $2 and $3
order by "balance_in_flight"."day", "asset";

-- selectMovedAssets
select "asset"
from (
        select asset from deposit where tenant = $1 and created_at >= $2
        union select asset from withdrawal where tenant = $3 and sent_at >= $4
        union select unnest(array[
            split_part(conversion_order.symbol, '-', 1), split_part(conversion_order.symbol, '-', 2),
            conversion_trade.fee_asset])
          from conversion_trade
          join conversion_order on conversion_order.id = conversion_trade.order_id
          join conversion on conversion.id = conversion_order.conversion_id
          where conversion.tenant = $5 and conversion_trade.traded_at >= $6
      ) as "moved";

-- selectRates
select day::text as "day", "asset", "rate"
from "day_rate"
where tenant = $1 and day between $2 and $3;

-- selectRatesWithPaths
select day::text as "day", "asset", "rate", "path", "rated_at"
from "day_rate"
where tenant = $1 and day between $2 and $3;

-- selectReadings
select day::text as "day", "venue", "read_at", "reason"
from "balance_reading"
where tenant = $1 and day between $2 and $3
order by "balance_reading"."day", "venue";

-- selectUnread
select day::text as "day", coalesce(array_agg(venue order by venue) filter (where read_at is null), '{}') as "unread"
from "balance_reading"
where tenant = $1 and day between $2 and $3
group by "balance_reading"."day";

-- upsertRates
insert into "day_rate" ("tenant", "day", "asset", "rate", "path", "rated_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("tenant", "day", "asset") do update
set "rate" = "excluded"."rate", "path" = "excluded"."path", "rated_at" = "excluded"."rated_at";

-- upsertReadings
insert into "balance_reading" ("tenant", "day", "venue", "read_at", "reason")
values ($1, $2, $3, $4, $5)
on conflict ("tenant", "day", "venue") do update
set "read_at" = "excluded"."read_at", "reason" = "excluded"."reason"
where excluded.read_at is not null or balance_reading.read_at is null;
