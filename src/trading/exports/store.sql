-- beginAttempt
update "export"
set "attempts" = attempts + 1, "rows_expected" = $1, "rows_written" = $2
where "tenant" = $3 and "id" = $4 and "status" = $5
returning *;

-- countExports
select count(*) as "total"
from "export"
where "tenant" = $1 and "type" = any ($2::text[]);

-- endExport
update "export"
set "status" = $1, "ends_at" = $2
where "id" = $3 and "attempts" = $4 and "status" = $5
returning *;

-- forgetFile
update "export"
set "ends_at" = $1, "updated_at" = $2
where "id" = $3 and "status" <> $4;

-- insertExport
insert into "export" ("id", "tenant", "type", "format", "range_from", "range_to", "query", "request_hash", "status", "filename", "attempts", "rows_expected", "rows_written", "failure_message", "requested_by", "ends_at", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
on conflict ("tenant", "request_hash")
where status = 'PROCESSING' do nothing
returning *;

-- lockExport
select *
from "export"
where "tenant" = $1 and "type" = any ($2::text[]) and "id" = $3
for update;

-- selectEnding
select *
from "export"
where "ends_at" <= $1
order by "ends_at"
limit $2;

-- selectExport
select *
from "export"
where "tenant" = $1 and "type" = any ($2::text[]) and "id" = $3;

-- selectPage
select *, (extract(epoch from "created_at") * 1000000)::bigint || ' ' || "id" as "position"
from "export"
where "tenant" = $1 and "type" = any ($2::text[]) and ("created_at", "id") < (timestamptz 'epoch' + $3::float8 * interval '1 microsecond', $4::uuid)
order by "created_at" desc, "id" desc
limit $5
offset $6;

-- selectSame
select "id"
from "export"
where "tenant" = $1 and "request_hash" = $2 and "status" = $3;

-- tallyExports
select count(*) as "exports", sum("rows_written") as "rows"
from "export"
where "status" = $1;

-- updateProgress
update "export"
set "rows_written" = $1, "rows_expected" = $2
where "id" = $3 and "attempts" = $4 and "status" = $5;
