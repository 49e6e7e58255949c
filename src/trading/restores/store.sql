-- insertRestore
insert into "restore" ("id", "detected_at", "head", "lost_since", "anchors", "released_at", "released_by", "release_reason")
values ($1, $2, $3, $4, $5, $6, $7, $8)
returning *;

-- lockRestores
select pg_advisory_xact_lock(hashtextextended('restore', 7216340015)) as "locked";

-- selectLoss
select *
from "restore"
where split_part(head, ':', 1)::bigint < $1::bigint
order by "detected_at" desc
limit $2;

-- selectOpen
select *
from "restore"
where "released_at" is null;

-- selectRecorded
select unnest(anchors) as "anchor"
from "restore"
where "anchors" && $1::text[];

-- updateReleased
update "restore"
set "released_at" = $1, "released_by" = $2, "release_reason" = $3
where "id" = $4 and "released_at" is null
returning *;
