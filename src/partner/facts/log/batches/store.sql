-- countBatches
select count(*)::float8 as "count"
from "batch"
where ($1::text is null or batch.kind = $2::text)
    and ($3::bigint is null or batch.number = $4::bigint);

-- selectBatchAt
select "batch"."number"::float8 as "number"
from "batch"
where "created_at" <= $1::timestamptz
order by "batch"."number" desc
limit $2;

-- selectBatches
select "batch"."number"::float8 as "number", "batch"."kind", "batch"."source", "batch"."file_name", "batch"."actor_kind", "batch"."actor_id" as "actor", "batch"."created_at", "batch"."accepted"::float8 as "accepted", "batch"."repeated"::float8 as "repeated", "batch"."replaced"::float8 as "replaced", "batch"."withdrawn"::float8 as "withdrawn", batch.voids::float8 as "voids", void.number::float8 as "voided_by"
from "batch"
left
join "batch" as "void" on "void"."voids" = "batch"."number"
where ($1::text is null or batch.kind = $2::text)
    and ($3::bigint is null or batch.number = $4::bigint)
order by "batch"."number" desc
limit $5
offset $6;

-- selectBatchesNumbered
select "batch"."number"::float8 as "number", "kind", "source", voids::float8 as "voids", "actor_id" as "actor", "created_at"
from "batch"
where "number" = any($1::bigint[]);

-- selectChanges
select coalesce(bool_or(withdrawn > 0 or kind in ('tariffs', 'suspensions')
        or replaced > 0 and kind in ('partners', 'links', 'clients')), false) as "hasNewTerms", coalesce(bool_or(replaced > 0), false) as "hasReplaced"
from "batch"
where "number" > $1 and "number" <= $2;
