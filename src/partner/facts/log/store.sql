-- countFacts
select coalesce(sum(accepted + replaced + withdrawn), 0)::float8 as "total", coalesce(sum(accepted + replaced + withdrawn) filter (where number > $1), 0)::float8 as "tail"
from "batch";

-- countKinds
select "kind", count(*)::float8 as "batches", sum(accepted - withdrawn)::float8 as "present"
from "batch"
where "number" <= $1
group by "kind"
order by "kind";

-- countObjects
select count(*)::float8 as "objects", coalesce(sum(bytes), 0)::float8 as "bytes"
from "log_object"
where "superseded_at" is null;

-- deleteObject
delete
from "log_object"
where "key" = $1;

-- insertBatch
with "head" as (update "log_head" set "number" = $1, "created_at" = greatest($2::timestamptz, created_at + interval '1 millisecond') returning "created_at"), "object" as (insert into "log_object" ("key", "kind", "first_number", "last_number", "row_count", "bytes", "sha256", "created_at") values ($3, $4, $5, $6, $7, $8, $9, (select created_at from head))) insert into "batch" ("number", "id", "kind", "tenant", "actor_kind", "actor_id", "source", "accepted", "repeated", "replaced", "withdrawn", "voids", "file_name", "created_at", "sha256", "object")
values ($10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, (select created_at from head), $23, $24)
returning "created_at";

-- insertObject
insert into "log_object" ("key", "kind", "first_number", "last_number", "row_count", "bytes", "sha256", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- lockHead
select "number"::float8 as "number", "created_at"
from "log_head"
for update;

-- moveBatches
update "batch"
set "object" = $1
where "object" = any($2::text[]);

-- selectAfter
select "batch"."number"::float8 as "number", "batch"."id", "batch"."kind", "batch"."accepted"::float8 as "accepted", "batch"."replaced"::float8 as "replaced", "batch"."withdrawn"::float8 as "withdrawn", batch.voids::float8 as "voids", "batch"."source", "batch"."object", "batch"."created_at"
from "batch"
where "number" > $1
order by "batch"."number"
limit $2;

-- selectAllObjects
select "key", "kind", "row_count"::float8 as "rowCount", "bytes"::float8 as "bytes", "sha256", "first_number"::float8 as "first", "last_number"::float8 as "last"
from "log_object"
where "superseded_at" is null
order by "first_number";

-- selectBatch
select "batch"."number"::float8 as "number", "batch"."id", "batch"."kind", "batch"."accepted"::float8 as "accepted", "batch"."replaced"::float8 as "replaced", "batch"."withdrawn"::float8 as "withdrawn", batch.voids::float8 as "voids", "batch"."source", "batch"."object", "batch"."created_at"
from "batch"
where "number" = $1;

-- selectBatchById
select "batch"."number"::float8 as "number", "batch"."id", "batch"."kind", "batch"."accepted"::float8 as "accepted", "batch"."replaced"::float8 as "replaced", "batch"."withdrawn"::float8 as "withdrawn", batch.voids::float8 as "voids", "batch"."source", "batch"."object", "batch"."created_at"
from "batch"
where "id" = $1;

-- selectBatchesOf
select "batch"."number"::float8 as "number", (accepted + replaced + withdrawn)::float8 as "rows"
from "batch"
where "object" = $1
order by "batch"."number";

-- selectHead
select "number"::float8 as "number", "created_at"
from "log_head";

-- selectKnown
select "key"
from "log_object"
where "key" = $1;

-- selectObjects
select "key", "kind", "row_count"::float8 as "rowCount", "bytes"::float8 as "bytes", "sha256"
from "log_object"
where "key" = any($1::text[])
order by "first_number";

-- selectObjectsFrom
select "key", "kind", "row_count"::float8 as "rowCount", "bytes"::float8 as "bytes", "sha256"
from "log_object"
where "kind" = $1 and "last_number" >= $2 and "superseded_at" is null
order by "first_number";

-- selectObjectsOf
select "key", "kind", "row_count"::float8 as "rowCount", "bytes"::float8 as "bytes", "sha256"
from "log_object"
where "kind" = $1 and "first_number" <= $2 and "superseded_at" is null
order by "first_number";

-- selectReplacing
select "batch"."number"::float8 as "number"
from "batch"
where "kind" = $1 and "number" <= $2 and replaced + withdrawn > 0
order by "batch"."number";

-- selectSuperseded
select "key"
from "log_object"
where "superseded_at" < $1;

-- selectVoids
select "batch"."number"::float8 as "number", "batch"."id", "batch"."kind", "batch"."accepted"::float8 as "accepted", "batch"."replaced"::float8 as "replaced", "batch"."withdrawn"::float8 as "withdrawn", batch.voids::float8 as "voids", "batch"."source", "batch"."object", "batch"."created_at"
from "batch"
where "kind" = $1 and "voids" is not null;

-- supersedeObjects
update "log_object"
set "superseded_at" = $1
where "key" = any($2::text[]);
