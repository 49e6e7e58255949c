-- deleteExpiredInvitations
delete
from "invitation"
where "expires_at" <= $1;

-- insertInvitation
insert into "invitation" ("credential_id", "token_hash", "created_by", "created_at", "expires_at")
values ($1, $2, $3, $4, $5)
on conflict ("credential_id") do update
set "token_hash" = $6, "created_by" = $7, "created_at" = $8, "expires_at" = $9;

-- selectInvitation
select "credential".*, "invitation"."expires_at"
from "invitation"
inner
join "credential" on "credential"."id" = "invitation"."credential_id"
where "invitation"."token_hash" = $1 and "invitation"."expires_at" > $2 and "credential"."revoked_at" is null;

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

-- takeInvitation
delete
from "invitation"
where "token_hash" = $1 and "expires_at" > $2
returning "credential_id";
