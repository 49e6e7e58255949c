-- countByState
select "channel", "state", count(*) as "deliveries"
from "notice_delivery"
group by "channel", "state";

-- countDeliveries
select count(*) as "total"
from "notice_delivery" as "delivery"
inner
join "notice" on "notice"."id" = "delivery"."notice_id"
where "tenant" = $1 and "service" = $2 and "state" = $3;

-- deleteOld
delete
from "notice"
where "id" in (select "id" from "notice" where "created_at" < $1 order by "created_at" limit $2);

-- disableAddress
update "notice_address"
set "disabled_at" = $1, "disabled_because" = $2
where "person" = $3 and "channel" = $4 and "address" = $5 and "disabled_at" is null;

-- endAttempt
update "notice_delivery"
set "state" = $1, "due_at" = $2, "outcome" = $3
where "id" = $4 and "attempts" = $5 and "state" in ($6, $7, $8);

-- giveUpOffered
update "notice_delivery"
set "state" = $1, "due_at" = $2, "outcome" = $3
where "id" in (select "id" from "notice_delivery" where "channel" = $4 and "due_at" <= $5 and "state" = $6 for update skip locked);

-- insertDeliveries
insert into "notice_delivery" ("id", "person", "channel", "due_at", "notice_id", "state", "attempts", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8)
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
select "delivery"."id", "kind", "subject", "person", "channel", "state", "attempts", "due_at", "last_attempt_at", "outcome", "delivery"."created_at"
from "notice_delivery" as "delivery"
inner
join "notice" on "notice"."id" = "delivery"."notice_id"
where "tenant" = $1 and "service" = $2 and "state" = $3
order by "delivery"."created_at" desc, "delivery"."id"
limit $4
offset $5;

-- selectReachable
select "notice_address"."person", "notice_address"."channel", "muted", "quiet_from", "quiet_until", "time_zone"
from "notice_address"
left
join "notice_preference" on "notice_preference"."person" = "notice_address"."person"
where "notice_address"."person" = any($1::text[]) and "notice_address"."channel" = any($2::text[]) and "confirmed_at" is not null and "disabled_at" is null;

-- takeDue
update "notice_delivery"
set "state" = $1, "attempts" = attempts + 1, "due_at" = $2, "last_attempt_at" = $3
from "notice"
where "notice"."id" = "notice_delivery"."notice_id" and "notice_delivery"."id" in (select "id" from "notice_delivery" where "channel" = $4 and "due_at" <= $5 and "state" in ($6, $7) order by "due_at" limit $8 for update skip locked)
returning "notice_delivery"."id", "notice_id", "person", "attempts", "notice"."tenant", "notice"."service", "notice"."kind", "notice"."subject", (select address from notice_address as own where own.person = notice_delivery.person and own.channel = notice_delivery.channel and confirmed_at is not null and disabled_at is null) as "address";
