-- changeRecipient
update "destination"
set "recipient_id" = $1, "recipient_hash" = $2, "changed_by" = $3, "changed_at" = $4, "confirmed_by" = $5, "confirmed_at" = $6
where "id" = $7
returning *;

-- confirmDestination
update "destination"
set "confirmed_by" = $1, "confirmed_at" = $2
where "id" = $3 and "confirmed_by" is null
returning *;

-- deleteDestination
delete
from "destination"
where "id" = $1
returning "id";

-- insertDestination
insert into "destination" ("id", "tenant", "alias", "kind", "network", "address", "tag", "account", "created_by", "created_at", "confirmed_by", "confirmed_at", "recipient_id", "recipient_hash", "changed_by", "changed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
on conflict ("tenant", "alias") do nothing
returning *;

-- lockDestination
select *
from "destination"
where "tenant" = $1 and "id" = $2
for update;

-- selectDestination
select *
from "destination"
where "tenant" = $1 and "id" = $2;

-- selectDestinations
select *
from "destination"
where "tenant" = $1 and "alias" > $2
order by "alias"
limit $3;

-- selectNamed
select *
from "destination"
where "tenant" = $1 and ("alias" = any ($2::text[]) or ("kind" = $3 and lower(address) = any ($4::text[])));
