-- selectAfter
select "seq", "type", "payload", "created_at"
from "event_feed"
where "tenant" = $1 and "type" = any ($2::text[]) and "seq" > $3
order by "seq"
limit $4;

-- selectNewest
select "seq"
from "event_feed"
order by "seq" desc
limit $1;

-- selectOldest
select "seq"
from "event_feed"
order by "seq"
limit $1;
