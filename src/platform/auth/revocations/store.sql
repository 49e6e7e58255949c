-- deleteExpiredRevocations
delete
from "revocation"
where "expires_at" <= $1;

-- insertRevocation
insert into "revocation" ("id", "expires_at")
values ($1, $2)
on conflict ("id") do nothing;

-- selectLiveRevocations
select "id", "expires_at"
from "revocation"
where "expires_at" > $1;

-- selectRevoked
select "id"
from "revocation"
where "id" in ($1)
limit $2;
