-- deleteExpiredAnswers
delete
from "openid_answer"
where "expires_at" <= $1;

-- insertAnswer
insert into "openid_answer" ("state_hash", "expires_at")
values ($1, $2)
on conflict do nothing
returning "expires_at";

-- insertIdentity
insert into "openid_identity" ("issuer", "subject", "credential_id", "created_at")
values ($1, $2, $3, $4)
on conflict do nothing
returning "credential_id";

-- selectPersonOf
select "credential".*
from "openid_identity"
inner
join "credential" on "credential"."id" = "openid_identity"."credential_id"
where "issuer" = $1 and "subject" = $2;
