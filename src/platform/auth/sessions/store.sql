-- deleteOldSessions
delete
from "session"
where "expires_at" <= $1 and exists (select "later"."id" from "session" as "later" where "later"."credential_id" = "session"."credential_id" and (later.signed_in_at, later.id) > (session.signed_in_at, session.id));

-- endSessions
update "session"
set "ended_at" = $1
where "credential_id" = $2 and "id" in ($3) and "ended_at" is null
returning "id", "expires_at";

-- insertSession
insert into "session" ("id", "token_hash", "credential_id", "secret_id", "service", "method", "ip", "user_agent", "signed_in_at", "last_seen_at", "expires_at", "ended_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- selectSession
select "session"."id", "session"."credential_id", "session"."secret_id", "session"."method", "session"."signed_in_at", "session"."last_seen_at", "session"."expires_at", "credential"."name", "credential"."tenant", "credential"."partner_uid", "credential"."scopes", "credential"."roles"
from "session"
inner
join "credential" on "credential"."id" = "session"."credential_id" and "credential"."secret_id" = "session"."secret_id"
where "session"."token_hash" = $1 and "session"."service" = $2 and "session"."ended_at" is null and "credential"."kind" = $3 and "credential"."revoked_at" is null;

-- selectSessions
select "id", "service", "method", "ip", "user_agent", "signed_in_at", "last_seen_at", "expires_at"
from "session"
where "credential_id" = $1 and "ended_at" is null and "expires_at" > $2 and "last_seen_at" > $3
order by "last_seen_at" desc, "id"
limit $4;

-- selectUnended
select "id"
from "session"
where "credential_id" = $1 and "ended_at" is null and "expires_at" > $2 and id is distinct
from $3::uuid
limit $4;

-- touchSession
update "session"
set "last_seen_at" = $1
where "id" = $2 and "last_seen_at" < $3;
