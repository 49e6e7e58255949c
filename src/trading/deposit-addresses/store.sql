-- lockOwner
insert into "deposit_address_owner" ("address", "tag", "tenant", "venue")
values ($1, $2, $3, $4)
on conflict ("address", "tag") do update
set "address" = "excluded"."address"
returning "tenant", "venue";

-- retireCurrent
update "deposit_address"
set "is_current" = $1
where "tenant" = $2 and "venue" = $3 and "asset" = $4 and "network" = $5 and "is_current" = $6;

-- selectAddresses
select "id", "tenant", "venue", "asset", "network", "address", "tag", "is_current", "first_seen_at", "last_seen_at"
from "deposit_address"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "network" = $4
order by "venue", "asset", "network", "last_seen_at" desc, "id"
limit $5;

-- selectCurrent
select "id", "tenant", "venue", "asset", "network", "address", "tag", "is_current", "first_seen_at", "last_seen_at"
from "deposit_address"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "network" = $4 and "is_current" = $5;

-- upsertAddress
insert into "deposit_address" ("id", "tenant", "venue", "asset", "network", "address", "tag", "is_current", "first_seen_at", "last_seen_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("tenant", "venue", "asset", "network", "address", "tag") do update
set "is_current" = "excluded"."is_current", "last_seen_at" = "excluded"."last_seen_at"
returning "id", "tenant", "venue", "asset", "network", "address", "tag", "is_current", "first_seen_at", "last_seen_at";
