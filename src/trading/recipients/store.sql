-- selectOutdated
select "id", "tenant"
from "recipient"
where "service" = $1 and "sealed" is not null and "created_at" < $2 and 
  not exists (select from destination where destination.recipient_id = recipient.id)
  and not exists (
    select from withdrawal where withdrawal.recipient_id = recipient.id
      and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or withdrawal.updated_at >= $3)
  )
order by "created_at"
limit $4;

-- selectUses
select "alias" as "name", 'destination' as "kind"
from "destination"
where "recipient_id" = $1
union all
select "reference" as "name", 'withdrawal' as "kind"
from "withdrawal"
where "recipient_id" = $2 and "status" in ($3, $4, $5)
limit $6;
