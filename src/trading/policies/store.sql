-- activatePolicy
update "policy"
set "status" = $1, "confirmed_by" = $2, "confirmed_at" = $3
where "tenant" = $4 and "version" = $5 and "status" = $6
returning *;

-- countVersions
select count(*) as "total"
from "policy"
where "tenant" = $1;

-- endProposal
update "policy"
set "status" = $1, "ended_by" = $2, "ended_at" = $3
where "tenant" = $4 and "version" = $5 and "status" = $6
returning *;

-- insertPolicy
insert into "policy" ("tenant", "version", "status", "rules", "groups", "proposed_by", "proposed_at", "confirmed_by", "confirmed_at", "ended_by", "ended_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict do nothing
returning *;

-- lockNewest
select "version"
from "policy"
where "tenant" = $1
order by "version" desc
limit $2
for update;

-- lockVersion
select *
from "policy"
where "tenant" = $1 and "version" = $2
for update;

-- replacePolicy
update "policy"
set "status" = $1
where "tenant" = $2 and "status" = $3;

-- selectActiveRules
select "version", "rules", "groups"
from "policy"
where "tenant" = $1 and "status" = $2;

-- selectCurrent
select *
from "policy"
where "tenant" = $1 and "status" in ($2, $3)
order by "version";

-- selectVersions
select *
from "policy"
where "tenant" = $1
order by "version" desc
limit $2
offset $3;
