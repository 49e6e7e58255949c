-- countDeposits
select coalesce(sum(deposits), 0) as "total"
from "deposit_count"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4;

-- countFiltered
select count(*) as "total"
from "deposit"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4;

-- countOpen
select "tenant", "venue", "state", count(*) as "open", extract(epoch from now() - min(created_at)) as "oldestSeconds"
from "deposit"
where state in ('pending', 'locked', 'information', 'unknown')
group by "tenant", "venue", "state";

-- insertDeposit
insert into "deposit" ("id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
on conflict ("tenant", "venue", "venue_deposit_id") do nothing
returning "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at";

-- lockDeposit
select "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at"
from "deposit"
where "tenant" = $1 and "venue" = $2 and "venue_deposit_id" = $3
for update;

-- selectAllSources
select "tenant", "venue", extract(epoch from now() - read_to) as "ageSeconds"
from "deposit_source"
where "read_to" is not null;

-- selectDeposit
select "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at"
from "deposit"
where "tenant" = $1 and "id" = $2;

-- selectKnown
select "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at"
from "deposit"
where "tenant" = $1 and "venue" = $2 and venue_deposit_id = any($3::text[]);

-- selectOldestOpen
select "created_at"
from "deposit"
where "tenant" = $1 and "venue" = $2 and state in ('pending', 'locked', 'information', 'unknown')
order by "created_at"
limit $3;

-- selectPage
select "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at", (extract(epoch from "created_at") * 1000000)::bigint || ' ' || "id" as "position"
from "deposit"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4 and "created_at" >= $5 and "created_at" <= $6 and ("created_at", "id") < (timestamptz 'epoch' + $7::float8 * interval '1 microsecond', $8::uuid)
order by "created_at" desc, "id" desc
limit $9
offset $10;

-- selectSource
select "tenant", "venue", "read_to", "reason", "missing_from", "missing_to"
from "deposit_source"
where "tenant" = $1 and "venue" = $2;

-- selectSources
select "tenant", "venue", "read_to", "reason", "missing_from", "missing_to"
from "deposit_source"
where "tenant" = $1
order by "venue"
limit $2;

-- updateDeposit
update "deposit"
set "state" = $1
where "id" = $2
returning "id", "tenant", "venue", "venue_deposit_id", "asset", "amount", "fee", "network", "address", "tag", "receipt", "output", "internal_transfer_id", "state", "venue_status", "taken_back_at", "created_at", "updated_at";

-- upsertSource
insert into "deposit_source" ("tenant", "venue", "read_to", "reason", "missing_from", "missing_to")
values ($1, $2, $3, $4, $5, $6)
on conflict ("tenant", "venue") do update
set "read_to" = "excluded"."read_to", "reason" = "excluded"."reason", "missing_from" = "excluded"."missing_from", "missing_to" = "excluded"."missing_to";
