-- acquireLease
insert into "lease" ("name", "holder", "address", "expires_at")
select $1::text as "name", $2::text as "holder", $3::text as "address", clock_timestamp() + $4::int * interval '1 millisecond' as "expires_at"
where not exists (select "name" from "lease" where "name" = $5 and expires_at > clock_timestamp() and holder is distinct from $6)
on conflict ("name") do update
set "epoch" = excluded.epoch, "holder" = excluded.holder, "address" = excluded.address, "since" = excluded.since, "expires_at" = excluded.expires_at
where lease.expires_at <= clock_timestamp() or lease.holder = $7
returning epoch::float8 as "epoch";

-- deleteLease
delete
from "lease"
where "name" = $1 and "epoch" = $2;

-- fenceLease
select epoch::float8 as "epoch"
from "lease"
where "name" = $1 and "epoch" = $2 for key share;

-- renewLeases
with "renewed" as (select "lease"."epoch", "renewal"."lifetimeMs" as "lifetime" from "lease" inner join json_to_recordset($1::json) as renewal (name text, epoch bigint, "lifetimeMs" int) on renewal.name = lease.name and renewal.epoch = lease.epoch for no key update of "lease" skip locked) update "lease"
set "expires_at" = clock_timestamp() + lifetime * interval '1 millisecond'
from "renewed"
where "lease"."epoch" = "renewed"."epoch"
returning lease.epoch::float8 as "epoch";

-- selectHeld
select "name", epoch::float8 as "epoch", "holder", "address", "since", expires_at > clock_timestamp() as "isHeld", (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "remainingMs"
from "lease"
where expires_at > clock_timestamp()
order by "name";

-- selectLease
select "name", epoch::float8 as "epoch", "holder", "address", "since", expires_at > clock_timestamp() as "isHeld", (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "remainingMs"
from "lease"
where "name" = $1;
