-- lockResolutions
select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 7216340071)) as "locked";

-- selectNamed
select "id", "reference"
from "withdrawal"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "venue_transfer_id" = $4 and "id" <> $5
limit $6;
