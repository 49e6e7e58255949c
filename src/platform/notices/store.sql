-- countByState
select "channel", "state", count(*) as "deliveries"
from "notice_delivery"
group by "channel", "state";

-- countDeliveries
select count(*) as "total"
from "notice_delivery" as "delivery"
inner
join "notice" on "notice"."id" = "delivery"."notice_id"
where "notice"."tenant" = $1 and "notice"."service" = $2 and "state" = $3;

-- countTried
select "channel", count(*) filter(where "due_at" is not null and "attempts" >= $1) as "deliveries"
from "notice_delivery"
group by "channel";

-- deleteOld
delete
from "notice"
where "id" in (select "id" from "notice" where "created_at" < $1 order by "created_at" limit $2);

-- endAttempt
update "notice_delivery"
set "state" = $1, "due_at" = $2, "outcome" = $3
where "id" = $4 and "attempts" = $5 and "state" in ($6, $7, $8);

-- giveUpOffered
update "notice_delivery"
set "state" = $1, "due_at" = $2, "outcome" = $3
where "id" in (select "id" from "notice_delivery" where "channel" = $4 and "person" = $5 and "device" = $6 and "due_at" <= $7 and "state" = $8 for update skip locked);

-- insertDeliveries
insert into "notice_delivery" ("id", "person", "channel", "device", "due_at", "notice_id", "state", "attempts", "created_at", "is_bulk")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict do nothing;

-- insertNotice
insert into "notice" ("id", "tenant", "service", "kind", "subject", "created_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("tenant", "service", "kind", "subject") do update
set "created_at" = notice.created_at
returning "id";

-- offer
update "notice_delivery"
set "state" = $1, "address" = $2, "due_at" = $3
where "id" = $4 and "attempts" = $5 and "state" = $6
returning "id";

-- selectDeliveries
select "delivery"."id", "kind", "subject", coalesce(
          (select '#' || room from notice_chat where '#' || id = delivery.person), person) as "person", "channel", "state", "attempts", "due_at", "last_attempt_at", "outcome", "delivery"."created_at"
from "notice_delivery" as "delivery"
inner
join "notice" on "notice"."id" = "delivery"."notice_id"
where "notice"."tenant" = $1 and "notice"."service" = $2 and "state" = $3
order by "delivery"."created_at" desc, "delivery"."id"
limit $4
offset $5;

-- selectDueLanes
select "channel", case when channel = any($1::text[]) then person end as "person", "device"
from "notice_delivery"
where "channel" = any($2::text[]) and "due_at" <= $3
group by "channel", 2, "device"
order by min(due_at)
limit $4;

-- selectOutcomes
select "subject", "state", "outcome"
from "notice_delivery" as "delivery"
inner
join "notice" on "notice"."id" = "delivery"."notice_id"
where "tenant" = $1 and "service" = $2 and "kind" = $3 and "subject" = any($4::text[]);

-- selectReachable
select "notice_reach"."person", "notice_reach"."channel", "notice_reach"."address", "muted", "quiet_from", "quiet_until", "time_zone"
from "notice_reach"
left
join "notice_preference" on "notice_preference"."person" = "notice_reach"."person"
where "notice_reach"."person" = any($1::text[]) and "notice_reach"."channel" = any($2::text[]) and coalesce(notice_reach.service = $3, true);

-- takeDue
update "notice_delivery"
set "state" = $1, "attempts" = attempts + 1, "due_at" = $2, "last_attempt_at" = $3
from "notice"
where "notice"."id" = "notice_delivery"."notice_id" and "notice_delivery"."id" in (select "id" from "notice_delivery" where "channel" = $4 and "person" = $5 and "device" = $6 and "due_at" <= $7 and "state" in ($8, $9) order by "is_bulk", "due_at" limit $10 for update skip locked)
returning "notice_delivery"."id", "notice_id", "person", "attempts", "notice"."tenant", "notice"."service", "notice"."kind", "notice"."subject", (
            select reach."address" from notice_reach as reach
            where reach.person = notice_delivery.person and reach.channel = notice_delivery.channel
              and (notice_delivery.device is null or reach.address = notice_delivery.device::text)) as "address", (
            select reach."detail" from notice_reach as reach
            where reach.person = notice_delivery.person and reach.channel = notice_delivery.channel
              and (notice_delivery.device is null or reach.address = notice_delivery.device::text)) as "detail", (
            select reach."language" from notice_reach as reach
            where reach.person = notice_delivery.person and reach.channel = notice_delivery.channel
              and (notice_delivery.device is null or reach.address = notice_delivery.device::text)) as "language";
