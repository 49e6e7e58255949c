-- deleteDevice
delete
from "notice_device"
where "id" = $1;

-- deleteDevicesOf
delete
from "notice_device"
where "person" in (select "name" from "credential" where "id" = $1) and "session_id" = any($2::uuid[]);

-- deleteLostDevices
delete
from "notice_device"
where not exists (select "credential"."id" from "credential" where "credential"."name" = "notice_device"."person" and "credential"."secret_id" = "notice_device"."secret_id" and "credential"."revoked_at" is null);

-- deleteOtherDevices
delete
from "notice_device"
where "person" in (select "name" from "credential" where "id" = $1) and session_id is distinct
from $2::uuid;

-- lockDevice
select "id", "name", "host"
from "notice_device"
where "person" = $1 and "id" = $2
for update;

-- lockOwner
select "credential"."secret_id"
from "credential"
inner
join "session" on "session"."credential_id" = "credential"."id" and "session"."secret_id" = "credential"."secret_id"
where "credential"."name" = $1 and "credential"."revoked_at" is null and "session"."id" = $2 and "session"."ended_at" is null
for no key update;

-- moveDevices
update "notice_device"
set "session_id" = $1
where "session_id" = $2;

-- noteFailure
update "notice_device"
set "failing_since" = coalesce(failing_since, $1), "last_error" = $2
where "id" = $3;

-- noteSent
update "notice_device"
set "last_sent_at" = $1, "failing_since" = $2, "last_error" = $3
where "id" = $4;

-- saveDevice
insert into "notice_device" ("fingerprint", "id", "tenant", "person", "secret_id", "session_id", "service", "name", "subscription", "host", "last_sent_at", "failing_since", "last_error", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict ("fingerprint") do update
set "id" = $15, "tenant" = $16, "person" = $17, "secret_id" = $18, "session_id" = $19, "service" = $20, "name" = $21, "subscription" = $22, "host" = $23, "last_sent_at" = $24, "failing_since" = $25, "last_error" = $26, "created_at" = $27
returning "id";

-- selectDevices
select "notice_device".*
from "notice_device"
inner
join "notice_reach" on "notice_reach"."person" = "notice_device"."person" and "notice_reach"."channel" = $1 and notice_reach.address = notice_device.id::text
where "notice_device"."person" = $2
order by "notice_device"."created_at", "notice_device"."id";

-- selectTarget
select "id", "subscription"
from "notice_device"
where "id" = $1;
