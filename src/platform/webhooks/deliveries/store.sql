-- countDeliveries
select count(*) as "total"
from "webhook_delivery"
where "destination_id" = $1 and "state" = $2 and "event_id" in (select "id" from "webhook_event" where "type" = $3);

-- countUndelivered
select "state", count(*) as "deliveries"
from "webhook_delivery"
where ("state" = 'PENDING' or "state" = 'PARKED')
group by "state";

-- lockDelivery
select "delivery"."event_id", "delivery"."state", "delivery"."attempts", "delivery"."due_at"
from "webhook_delivery" as "delivery"
inner
join "webhook_destination" on "webhook_destination"."id" = "delivery"."destination_id"
inner
join "webhook_event" on "webhook_event"."id" = "delivery"."event_id"
where "tenant" = $1 and "service" = $2 and "destination_id" = $3 and "message_id" = $4
for update of "delivery";

-- retryDelivery
update "webhook_delivery"
set "state" = $1, "attempts" = case state when 'PENDING' then attempts else 0 end, "due_at" = $2
from "webhook_event"
where "destination_id" = $3 and "event_id" = $4 and "webhook_event"."id" = "event_id"
returning "message_id", "type", "resource", "state", "attempts", "due_at", "last_attempt_at", "last_status", "last_error", "created_at";

-- selectDeliveries
select "message_id", "type", "resource", "state", "attempts", "due_at", "last_attempt_at", "last_status", "last_error", "created_at", event_id::text as "position"
from "webhook_delivery"
inner
join "webhook_event" on "webhook_event"."id" = "webhook_delivery"."event_id"
where "destination_id" = $1 and "state" = $2 and "type" = $3 and "event_id" < $4
order by "event_id" desc
limit $5
offset $6;

-- selectDelivery
select "message_id", "type", "resource", "state", "attempts", "due_at", "last_attempt_at", "last_status", "last_error", "created_at", "payload", "last_answer"
from "webhook_delivery"
inner
join "webhook_event" on "webhook_event"."id" = "webhook_delivery"."event_id"
where "destination_id" = $1 and "message_id" = $2;

-- selectHistory
select date_trunc($1::text, created_at, 'UTC') as "slot", count(*) filter (where state = 'DELIVERED') as "delivered", count(*) filter (where state = 'PENDING') as "pending", count(*) filter (where state = 'PARKED') as "parked", sum(case state when 'DELIVERED' then attempts - 1 else attempts end) as "failed_attempts"
from "webhook_delivery"
inner
join "webhook_event" on "webhook_event"."id" = "webhook_delivery"."event_id"
where "destination_id" = $2 and "created_at" >= $3
group by 1;

-- selectOldestWaiting
select least((select created_at from outbox order by id limit 1), (select created_at from webhook_event
      where id = (select min(event_id) from webhook_delivery where state = 'PENDING'))) as "since";

-- selectTally
select *
from "webhook_tally";
