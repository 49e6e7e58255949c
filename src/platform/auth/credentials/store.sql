-- countFailure
insert into "sign_in_failure" ("name_hash", "failures", "last_failed_at", "blocked_until")
values ($1, $2, $3, $4::timestamptz + interval '1 millisecond' *
        ($5::integer[])[least(1, cardinality($6::integer[]))])
on conflict ("name_hash") do update
set "failures" = case when sign_in_failure.last_failed_at < $7 then 1
      else sign_in_failure.failures + 1 end, "last_failed_at" = $8, "blocked_until" = $9::timestamptz + interval '1 millisecond' *
        ($10::integer[])[least(case when sign_in_failure.last_failed_at < $11 then 1
      else sign_in_failure.failures + 1 end, cardinality($12::integer[]))];

-- deleteOldFailures
delete
from "sign_in_failure"
where "last_failed_at" < $1;

-- forgetFailures
delete
from "sign_in_failure"
where "name_hash" = $1;

-- insertCredential
insert into "credential" ("id", "kind", "name", "tenant", "partner_uid", "scopes", "secret_id", "secret_hash", "created_at", "rotated_at", "revoked_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict ("name") do nothing
returning *;

-- lockCredential
select *
from "credential"
where "name" = $1
for update;

-- markRevoked
update "credential"
set "revoked_at" = $1
where "id" = $2 and "revoked_at" is null
returning *;

-- selectBlock
select "blocked_until"
from "sign_in_failure"
where "name_hash" = $1 and "blocked_until" > $2;

-- selectCredentials
select *
from "credential"
where "name" > $1
order by "name"
limit $2;

-- selectUsableCredential
select *
from "credential"
where "name" = $1 and "kind" = $2 and "revoked_at" is null;

-- updateScopes
update "credential"
set "secret_id" = $1, "scopes" = $2
where "id" = $3 and "revoked_at" is null
returning *;

-- updateSecret
update "credential"
set "secret_id" = $1, "secret_hash" = $2, "rotated_at" = $3
where "id" = $4 and "revoked_at" is null
returning *;
