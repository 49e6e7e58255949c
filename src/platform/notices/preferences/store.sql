-- confirmAddress
update "notice_address"
set "confirmed_at" = coalesce(confirmed_at, $1)
where "request_id" = $2
returning *;

-- deleteCompulsory
delete
from "notice_compulsory"
where "tenant" = $1 and "service" = $2;

-- insertCompulsory
insert into "notice_compulsory" ("tenant", "service", "kind")
values ($1, $2, $3);

-- lockAddress
select *
from "notice_address"
where "person" = $1 and "channel" = $2
for update;

-- saveAddress
insert into "notice_address" ("person", "channel", "address", "request_id", "token_hash", "requested_at", "confirmed_at", "disabled_at", "disabled_because")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("person", "channel") do update
set "address" = $10, "request_id" = $11, "token_hash" = $12, "requested_at" = $13, "confirmed_at" = $14, "disabled_at" = $15, "disabled_because" = $16
returning *;

-- savePreference
insert into "notice_preference" ("person", "muted", "quiet_from", "quiet_until", "time_zone")
values ($1, $2, $3, $4, $5)
on conflict ("person") do update
set "muted" = $6, "quiet_from" = $7, "quiet_until" = $8, "time_zone" = $9
returning "person";

-- selectAddress
select *
from "notice_address"
where "person" = $1 and "channel" = $2;

-- selectCompulsory
select "kind"
from "notice_compulsory"
where "tenant" = $1 and "service" = $2;

-- selectPreference
select *
from "notice_preference"
where "person" = $1;

-- selectUnconfirmed
select "person", "channel", "address"
from "notice_address"
where "request_id" = $1 and "confirmed_at" is null;

-- setToken
update "notice_address"
set "token_hash" = $1
where "request_id" = $2;
