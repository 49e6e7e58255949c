-- advance
with "first" as (select distinct on ("destination_id", "resource") "destination_id", "event_id", "due_at" from "webhook_delivery" where "state" = $1 order by "destination_id", "resource", "event_id") update "webhook_delivery" as "delivery"
set "due_at" = $2
from "first"
where "delivery"."destination_id" = "first"."destination_id" and "delivery"."event_id" = "first"."event_id" and "first"."due_at" is null and "delivery"."due_at" is null and "delivery"."state" = $3;

-- deleteOldEvents
delete
from "webhook_event"
where "id" in (select "id" from "webhook_event" where "created_at" < $1 order by "created_at" limit $2);

-- deleteOldFeed
delete
from "event_feed"
where "seq" in (select "seq" from "event_feed" where "created_at" < $1 and "seq" < (select max("seq") as "newest" from "event_feed") order by "seq" limit $2);

-- recordOutcomes
with "ended" as (update "webhook_delivery" set "state" = "outcome"."state", "attempts" = webhook_delivery.attempts + 1, "due_at" = "outcome"."due_at", "last_status" = "outcome"."last_status", "last_error" = "outcome"."last_error", "last_answer" = "outcome"."last_answer", "last_attempt_at" = $1 from json_to_recordset($2::json) as outcome (event_id bigint, state text, due_at timestamptz, last_status integer, last_error text, last_answer text) where "webhook_delivery"."destination_id" = $3 and "webhook_delivery"."event_id" = "outcome"."event_id" returning "webhook_delivery"."resource" as "resource", "webhook_delivery"."event_id" as "event_id", "webhook_delivery"."state" as "state"), "counted" as (insert into "webhook_tally" ("outcome", "attempts") select "state" as "outcome", count(*) as "attempts" from "ended" group by "state" on conflict ("outcome") do update set "attempts" = webhook_tally.attempts + excluded.attempts) update "webhook_delivery" as "next"
set "due_at" = $4
from "ended"
where "ended"."state" <> $5 and "next"."destination_id" = $6 and "next"."due_at" is null and "next"."event_id" = (select min(later.event_id) from webhook_delivery as later
          where later.destination_id = $7 and later.resource = ended.resource and later.state = 'PENDING'
            and later.event_id > ended.event_id);

-- selectDue
select "event_id", "attempts", "message_id", "type", "payload", "webhook_event"."created_at", "url"
from "webhook_delivery"
inner
join "webhook_event" on "webhook_event"."id" = "webhook_delivery"."event_id"
inner
join "webhook_destination" on "webhook_destination"."id" = "webhook_delivery"."destination_id"
where "destination_id" = $1 and "paused" = $2 and "due_at" <= $3
order by "due_at", "event_id"
limit $4;

-- selectDueDestinations
select *
from "webhook_destination"
where "paused" = $1 and exists (select "event_id" from "webhook_delivery" where "destination_id" = "webhook_destination"."id" and "due_at" <= $2);

-- takeEvents
with "taken" as (delete from "outbox" where "id" in (select "id" from "outbox" order by "id" limit $1) returning *), "wanted" as (select "destination"."id" as "destination_id", "taken"."id" as "event_id", taken.resource_kind || ':' || taken.resource_id as "resource" from "taken" inner join "webhook_destination" as "destination" on "destination"."tenant" = "taken"."tenant" and taken.type = any (destination.events)), "fed" as (insert into "event_feed" ("tenant", "type", "payload", "created_at") select "tenant", "type", "payload", "created_at" from "taken" order by "id"), "event" as (insert into "webhook_event" ("id", "type", "payload", "created_at") select "id", "type", "payload", "created_at" from "taken" where "id" in (select "event_id" from "wanted")), "delivery" as (insert into "webhook_delivery" ("destination_id", "event_id", "resource", "state", "attempts", "due_at") select "destination_id", "event_id", "resource", 'PENDING' as "state", 0 as "attempts", case when row_number() over (partition by destination_id, resource order by event_id) = 1
                and not exists (select from webhook_delivery as earlier
                  where earlier.destination_id = wanted.destination_id and earlier.resource = wanted.resource
                    and earlier.state = 'PENDING')
                then $2::timestamptz end as "due_at" from "wanted")
select count(*) as "events"
from "taken";
