-- deleteExpiredInvitations
delete
from "invitation"
where "expires_at" <= $1;

-- insertInvitation
insert into "invitation" ("credential_id", "token_hash", "created_by", "created_at", "expires_at", "mailed_hash")
values ($1, $2, $3, $4, $5, $6)
on conflict ("credential_id") do update
set "token_hash" = $7, "created_by" = $8, "created_at" = $9, "expires_at" = $10, "mailed_hash" = $11;

-- selectInvitation
select "credential".*, "invitation"."expires_at"
from "invitation"
inner
join "credential" on "credential"."id" = "invitation"."credential_id"
where (invitation.token_hash = $1 or invitation.mailed_hash = $2) and "invitation"."expires_at" > $3 and "credential"."revoked_at" is null;

-- selectMailable
select "credential"."name", "invitation"."credential_id", "invitation"."expires_at"
from "invitation"
inner
join "credential" on "credential"."id" = "invitation"."credential_id"
where "credential"."secret_id" = $1 and "invitation"."expires_at" > $2 and "credential"."revoked_at" is null;

-- selectPeople
select "credential".*, "invitation"."expires_at" as "invited_until"
from "credential"
left
join "invitation" on "invitation"."credential_id" = "credential"."id"
where "credential"."kind" = $1 and "credential"."tenant" = $2 and "credential"."name" > $3
order by "credential"."name"
limit $4;

-- selectPerson
select "id"
from "credential"
where "kind" = $1 and "tenant" = $2 and "name" = $3;

-- selectSignIns
select "id", secret_hash is not null as "has_password", exists (select "passkey"."id" from "passkey" where "passkey"."credential_id" = "credential"."id") as "has_passkey", exists (select "totp"."credential_id" from "totp" where "totp"."credential_id" = "credential"."id" and "totp"."confirmed_at" is not null) as "has_app", (select max("session"."signed_in_at") as "at" from "session" where "session"."credential_id" = "credential"."id") as "last_sign_in_at"
from "credential"
where "id" in ($1);

-- setMailedHash
update "invitation"
set "mailed_hash" = $1
where "credential_id" = $2;

-- takeInvitation
delete
from "invitation"
where (invitation.token_hash = $1 or invitation.mailed_hash = $2) and "expires_at" > $3
returning "credential_id";
