-- selectRecent
with "recent" as (select conversion.from_asset as "fromAsset", conversion.venues as "venues" from conversion
        where tenant = $1 and true order by created_at desc, id desc limit 1000)
select array(select value from (select distinct "fromAsset" as value from recent) found
        where value is not null order by value limit 50) as "fromAsset", array(select value from (select distinct unnest("venues") as value from recent) found
        where value is not null order by value limit 50) as "venues";
