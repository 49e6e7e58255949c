-- eraseRecipient
update "recipient"
set "key_id" = $1, "sealed" = $2, "erased_at" = $3
where "id" = $4 and "sealed" is not null
returning "id", "tenant", "hash", "key_id", "sealed", "created_at", "erased_at";

-- insertRecipients
insert into "recipient" ("id", "tenant", "hash", "key_id", "sealed", "created_at", "erased_at")
values ($1, $2, $3, $4, $5, $6, $7);

-- lockRecipient
select "id", "tenant", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "tenant" = $1 and "id" = $2
for update;

-- selectOutdated
select "id", "tenant"
from "recipient"
where "sealed" is not null and "created_at" < $1 and 
  not exists (select from destination where destination.recipient_id = recipient.id)
  and not exists (
    select from withdrawal where withdrawal.recipient_id = recipient.id
      and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or withdrawal.updated_at >= $2)
  )
order by "created_at"
limit $3;

-- selectRecipients
select "id", "tenant", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "tenant" = $1 and "id" = any ($2::uuid[]);

-- selectSealedOtherwise
select "id", "tenant", "hash", "key_id", "sealed", "created_at", "erased_at"
from "recipient"
where "sealed" is not null and "key_id" <> $1
order by "id"
limit $2
for update;

-- selectUses
select "alias" as "name", 'destination' as "kind"
from "destination"
where "recipient_id" = $1
union all
select "reference" as "name", 'withdrawal' as "kind"
from "withdrawal"
where "recipient_id" = $2 and "status" in ($3, $4, $5)
limit $6;

-- updateSealed
update "recipient"
set "key_id" = $1, "sealed" = $2
where "id" = $3 and "key_id" = $4;
