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
insert into "saved_view" ("tenant", "owner", "id", "report", "name", "query", "created_at", "changed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8)
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
set "name" = $1, "query" = $2, "changed_at" = $3
where "id" = $4 and not exists (
        select from saved_view other
        where (other.tenant, other.owner, other.report, other.name) = ($5, $6, $7, $8)
          and other.id <> $9::uuid)
returning *;
