-- countProposals
select count(*)::int as "count"
from "proposal"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or kind = $5::text)
    and ($6::text is null
      or facts @> jsonb_build_array(jsonb_build_object('partner_uid', $7::text)))
    and ($8::text is null or proposed_by <> $9::text);

-- endProposal
update "proposal"
set "status" = $1, "ended_by" = $2, "ended_at" = $3, "batch" = $4
where "tenant" = $5 and "id" = $6 and "status" = $7
returning *;

-- insertProposal
insert into "proposal" ("id", "tenant", "status", "kind", "action", "facts", "reason", "proposed_by", "proposed_at", "ended_by", "ended_at", "batch")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning *;

-- lockProposal
select *
from "proposal"
where "tenant" = $1 and "id" = $2
for update;

-- selectProposal
select *
from "proposal"
where "tenant" = $1 and "id" = $2;

-- selectProposals
select *
from "proposal"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or kind = $5::text)
    and ($6::text is null
      or facts @> jsonb_build_array(jsonb_build_object('partner_uid', $7::text)))
    and ($8::text is null or proposed_by <> $9::text)
order by "proposed_at" desc, "id"
limit $10
offset $11;
