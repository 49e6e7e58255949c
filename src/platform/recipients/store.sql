-- eraseSealed
update "recipient"
set "key_id" = $1, "sealed" = $2, "erased_at" = $3
where "id" = $4 and "sealed" is not null
returning "id", "tenant", "service", "hash", "key_id", "sealed", "created_at", "erased_at";

-- insertRecipients
insert into "recipient" ("id", "tenant", "service", "hash", "key_id", "sealed", "created_at", "erased_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- lockRecipient
select "id", "tenant", "service", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "tenant" = $1 and "service" = $2 and "id" = $3
for update;

-- selectRecipients
select "id", "tenant", "service", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "tenant" = $1 and "service" = $2 and "id" = any ($3::uuid[]);

-- selectSealedOtherwise
select "id", "tenant", "service", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "sealed" is not null and "key_id" <> $1
order by "id"
limit $2
for update;

-- updateSealed
update "recipient"
set "key_id" = $1, "sealed" = $2
where "id" = $3 and "key_id" = $4;
