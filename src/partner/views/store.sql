-- countViews
select count(*)::int as "count"
from "saved_view"
where "tenant" = $1 and "owner" = $2;

-- deleteView
delete
from "saved_view"
where "id" = $1
returning "id";

-- insertView
insert into "saved_view" ("tenant", "owner", "id", "report", "name", "query", "display", "created_at", "changed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("tenant", "owner", "report", "name") do nothing
returning *;

-- lockView
select *
from "saved_view"
where "tenant" = $1 and "owner" = $2 and "id" = $3
for update;

-- selectViews
select *
from "saved_view"
where "tenant" = $1 and "owner" = $2 and ($3::text is null or report = $4::text)
order by "report", "name"
limit $5;

-- updateView
update "saved_view"
set "name" = $1, "query" = $2, "display" = $3, "changed_at" = $4
where "id" = $5 and not exists (
        select from saved_view other
        where (other.tenant, other.owner, other.report, other.name) = ($6, $7, $8, $9)
          and other.id <> $10::uuid)
returning *;
