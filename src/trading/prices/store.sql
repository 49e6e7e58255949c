-- deletePrices
delete
from "market_price"
where "at" < $1;

-- insertPrices
insert into "market_price" ("tenant", "symbol", "at", "bid", "ask")
values ($1, $2, $3, $4, $5)
on conflict ("tenant", "symbol", "at") do nothing;

-- saveWatchList
insert into "watch_list" ("tenant", "owner", "symbols", "changed_at")
values ($1, $2, $3, $4)
on conflict ("tenant", "owner") do update
set "symbols" = $5, "changed_at" = $6
returning "symbols";

-- selectLatest
select distinct on ("symbol") "symbol", "at", "bid", "ask"
from "market_price"
where "tenant" = $1 and symbol = any($2::text[]) and "at" >= $3 and "at" <= $4
order by "symbol", "at" desc;

-- selectPaths
select "path"
from "conversion"
where "tenant" = $1 and "created_at" >= $2
group by "path"
order by count(*) desc, "path"
limit $3;

-- selectSeries
select distinct on ("step") "at", "bid", "ask"
from (select "at", "bid", "ask", date_bin(make_interval(secs => $1), at, '2000-01-01T00:00:00Z') as "step" from "market_price" where "tenant" = $2 and "symbol" = $3 and "at" >= $4 and "at" <= $5) as "price"
order by "step", "at" desc;

-- selectWatchList
select "symbols"
from "watch_list"
where "tenant" = $1 and "owner" = $2;

-- selectWatched
select "symbol"
from (select unnest(symbols) as "symbol" from "watch_list" where "tenant" = $1) as "watched"
group by "symbol"
order by count(*) desc, "symbol"
limit $2;
