-- countBlocks
select count(*)::int as "count"
from "disbursement_block"
where "tenant" = $1;

-- deleteBlock
delete
from "disbursement_block"
where "tenant" = $1 and "partner_uid" = $2
returning *;

-- insertBlock
insert into "disbursement_block" ("tenant", "partner_uid", "reason", "set_by", "set_at")
values ($1, $2, $3, $4, $5)
on conflict ("tenant", "partner_uid") do nothing;

-- selectAllBlocks
select "partner_uid", "reason", "set_by", "set_at"
from "disbursement_block"
where "tenant" = $1
order by "set_at" desc, "partner_uid"
limit $2
offset $3;

-- selectBlocks
select *
from "disbursement_block"
where "tenant" = $1 and "partner_uid" = any($2::text[]);

-- upsertBlock
insert into "disbursement_block" ("tenant", "partner_uid", "reason", "set_by", "set_at")
values ($1, $2, $3, $4, $5)
on conflict ("tenant", "partner_uid") do update
set "reason" = $6, "set_by" = $7, "set_at" = $8
returning *;
