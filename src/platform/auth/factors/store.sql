-- acceptCode
update "totp"
set "last_step" = $1, "failures" = $2
where "credential_id" = $3 and last_step < $4::bigint
returning "credential_id";

-- confirmTotp
update "totp"
set "confirmed_at" = $1
where "credential_id" = $2 and "confirmed_at" is null
returning "credential_id";

-- countFailure
update "totp"
set "failures" = failures + 1, "failed_at" = $1
where "credential_id" = $2;

-- countRecoveryCodes
select count(*) as "codes"
from "recovery_code"
where "credential_id" = $1;

-- deleteExpiredChallenges
delete
from "passkey_challenge"
where "expires_at" <= $1;

-- deletePasskey
delete
from "passkey"
where "credential_id" = $1 and "id" = $2
returning "id";

-- deletePasskeys
delete
from "passkey"
where "credential_id" = $1;

-- deleteRecoveryCodes
delete
from "recovery_code"
where "credential_id" = $1;

-- deleteTotp
delete
from "totp"
where "credential_id" = $1
returning "credential_id";

-- insertChallenge
insert into "passkey_challenge" ("id", "challenge", "purpose", "credential_id", "expires_at")
values ($1, $2, $3, $4, $5);

-- insertPasskey
insert into "passkey" ("id", "credential_id", "name", "public_key", "counter", "transports", "created_at", "last_used_at")
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict ("id") do nothing
returning "id";

-- insertRecoveryCodes
insert into "recovery_code" ("credential_id", "code_hash")
values ($1, $2);

-- insertTotp
insert into "totp" ("credential_id", "sealed_secret", "confirmed_at", "last_step", "failures", "failed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("credential_id") do update
set "sealed_secret" = $7, "failures" = $8
where "totp"."confirmed_at" is null
returning "credential_id";

-- lockTotp
select *
from "totp"
where "credential_id" = $1
for update;

-- selectPasskey
select "passkey".*, "credential"."name" as "login"
from "passkey"
inner
join "credential" on "credential"."id" = "passkey"."credential_id"
where "passkey"."id" = $1 and "credential"."revoked_at" is null;

-- selectPasskeys
select *
from "passkey"
where "credential_id" = $1
order by "created_at"
limit $2;

-- selectTotp
select *
from "totp"
where "credential_id" = $1;

-- takeChallenge
delete
from "passkey_challenge"
where "id" = $1 and "purpose" = $2 and "credential_id" is not distinct
from $3 and "expires_at" > $4
returning "challenge";

-- takeRecoveryCode
delete
from "recovery_code"
where "credential_id" = $1 and "code_hash" = $2
returning "credential_id";

-- usePasskey
update "passkey"
set "counter" = $1, "last_used_at" = $2
where "id" = $3 and (counter < $4::bigint or (counter = 0 and $5::bigint = 0))
returning "id";
