-- deleteExpiredKeys
delete
from "signing_key"
where "expires_at" <= $1;

-- insertSigner
insert into "signing_key" ("kid", "public_jwk", "sealed_private_key", "created_at", "expires_at")
values ($1, $2, $3, $4, $5)
on conflict do nothing
returning "kid";

-- lockSigner
select "kid"
from "signing_key"
where "expires_at" is null
for update;

-- retireSigner
update "signing_key"
set "expires_at" = $1
where "kid" = $2 and "expires_at" is null;

-- selectLiveKeys
select *
from "signing_key"
where ("expires_at" is null or "expires_at" > $1)
order by "created_at";
