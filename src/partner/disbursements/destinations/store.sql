-- countDestinations
select count(*)::int as "count"
from "disbursement_destination"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or partner_uid = $5::text);

-- insertDestination
insert into "disbursement_destination" ("id", "tenant", "partner_uid", "account_id", "status", "details", "saved_by", "saved_at", "decided_by", "decided_at", "usable_from", "reason")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning *;

-- lockConfirmed
select "id"
from "disbursement_destination"
where "tenant" = $1 and "account_id" = any($2::text[]) and "status" = $3
order by "id"
for share;

-- lockDestination
select *
from "disbursement_destination"
where "tenant" = $1 and "id" = $2
for update;

-- lockPresent
select *
from "disbursement_destination"
where "tenant" = $1 and "account_id" = $2 and "status" in ($3, $4)
order by "id"
for update;

-- selectConfirmed
select *
from "disbursement_destination"
where "tenant" = $1 and (account_id, partner_uid) in (
          select * from unnest($2::text[],
            $3::text[])) and "status" = $4;

-- selectConfirmedById
select "partner_uid", "account_id", "usable_from"
from "disbursement_destination"
where "tenant" = $1 and "id" = $2 and "status" = $3;

-- selectDestinations
select *
from "disbursement_destination"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or partner_uid = $5::text)
order by "saved_at" desc, "id"
limit $6
offset $7;

-- selectDetails
select "details"
from "disbursement_destination"
where "id" = $1;

-- updateDestination
update "disbursement_destination"
set "status" = $1, "decided_by" = $2, "decided_at" = $3, "usable_from" = $4
where "id" = $5 and "status" = $6
returning *;
