-- selectOutdated
select "id", "tenant"
from "recipient"
where "service" = $1 and "sealed" is not null and "created_at" < $2 and not exists (
        select from disbursement_destination as destination
        where destination.details #>> '{recipient,id}' = recipient.id::text and (
          destination.status in ('WAITING', 'CONFIRMED') or exists (
            select from disbursement where disbursement.destination_id = destination.id
              and (disbursement.status in ('APPROVED', 'SEALED', 'SENT', 'ACCEPTED') or disbursement.updated_at >= $3))))
order by "created_at"
limit $4;

-- selectOwn
select "id"
from "disbursement_destination"
where "tenant" = $1 and "partner_uid" = $2 and details #>> '{recipient,id}' = $3
limit $4;

-- selectUses
select "account_id" as "name", 'destination' as "kind"
from "disbursement_destination"
where details #>> '{recipient,id}' = $1 and status in ('WAITING', 'CONFIRMED')
union all
select disbursement.number::text as "name", 'disbursement' as "kind"
from "disbursement_destination"
inner
join "disbursement" on "disbursement"."destination_id" = "disbursement_destination"."id"
where details #>> '{recipient,id}' = $2 and disbursement.status in ('APPROVED', 'SEALED', 'SENT', 'ACCEPTED')
limit $3;
