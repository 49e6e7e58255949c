-- deleteBalance
delete
from "managed_balance"
where "tenant" = $1 and "venue" = $2 and "asset" = $3
returning "venue";

-- lockManaged
select pg_advisory_xact_lock(hashtextextended($1, 7216340043)) as "locked";

-- selectBalances
select "tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at"
from "managed_balance"
where "tenant" = $1
order by "venue", "asset"
limit $2;

-- selectStates
select "tenant", "venue", "asset", "state", "known_state", "level", "reason", "at"
from "managed_state"
where "tenant" = $1;

-- selectTenants
select distinct "tenant"
from "managed_balance"
order by "tenant";

-- upsertBalance
insert into "managed_balance" ("tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("tenant", "venue", "asset") do update
set "settings" = "excluded"."settings", "settings_by" = "excluded"."settings_by", "settings_at" = "excluded"."settings_at", "pending" = "excluded"."pending", "pending_by" = "excluded"."pending_by", "pending_at" = "excluded"."pending_at"
returning "tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at";

-- upsertState
insert into "managed_state" ("tenant", "venue", "asset", "state", "known_state", "level", "reason", "at")
select "tenant", "venue", "asset", $1::text as "state", $2::text as "known_state", $3::numeric as "level", $4::text as "reason", $5::timestamptz as "at"
from "managed_balance"
where "tenant" = $6 and "venue" = $7 and "asset" = $8
on conflict ("tenant", "venue", "asset") do update
set "state" = "excluded"."state", "known_state" = "excluded"."known_state", "level" = "excluded"."level", "reason" = "excluded"."reason", "at" = "excluded"."at";
