-- deleteExpiredProofs
delete
from "proof"
where "expires_at" <= $1;

-- insertProof
insert into "proof" ("id", "credential_id", "subject", "nonce", "evidence", "expires_at")
values ($1, $2, $3, $4, $5, $6);

-- selectPersonBehind
select person_behind($1) as "person";

-- selectProof
select "id", "subject", "nonce"
from "proof"
where "id" = $1 and "credential_id" = $2 and "evidence" is null and "expires_at" > $3;

-- setEvidence
update "proof"
set "evidence" = $1
where "id" = $2 and "evidence" is null and "expires_at" > $3
returning "id";

-- takeProof
delete
from "proof"
where "id" = $1 and "credential_id" = $2 and "subject" = $3 and "evidence" is not null and "expires_at" > $4
returning "evidence";
