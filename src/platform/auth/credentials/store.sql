-- insertCredential
insert into "credential" ("id", "kind", "name", "tenant", "partner_uid", "scopes", "roles", "owner", "secret_id", "secret_hash", "created_at", "rotated_at", "revoked_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict ("name") do nothing
returning *;

-- lockCredential
select *
from "credential"
where "name" = $1
for update;

-- selectClients
select *
from "credential"
where "kind" = $1 and "tenant" = $2 and "name" > $3
order by "name"
limit $4;

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

-- updateCredential
update "credential"
set "secret_id" = $1, "secret_hash" = $2, "rotated_at" = $3
where "id" = $4 and "revoked_at" is null
returning *;
