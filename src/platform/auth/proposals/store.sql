-- countProposals
select count(*) as "total"
from "access_proposal"
where "tenant" = $1 and $2 = any(services) and "status" = $3;

-- endProposal
update "access_proposal"
set "status" = $1, "ended_by" = $2, "ended_at" = $3
where "id" = $4 and "status" = $5
returning *;

-- insertProposal
insert into "access_proposal" ("id", "tenant", "services", "status", "action", "account", "input", "details", "powers", "proposed_by", "proposed_at", "ended_by", "ended_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict do nothing
returning *;

-- lockProposal
select *
from "access_proposal"
where "tenant" = $1 and $2 = any(services) and "id" = $3
for update;

-- selectProposal
select *
from "access_proposal"
where "tenant" = $1 and "id" = $2;

-- selectProposals
select *, accountable_for(proposed_by, proposed_at) && $1::text[] as "is_own"
from "access_proposal"
where "tenant" = $2 and $3 = any(services) and "status" = $4
order by "proposed_at" desc, "id"
limit $5
offset $6;

-- selectWaiting
select "proposed_by"
from "access_proposal"
where "account" = $1 and "status" = $2;
