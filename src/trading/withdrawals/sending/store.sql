-- endAttempt
update "withdrawal_attempt"
set "outcome" = $1, "answer" = $2, "ended_at" = $3
where "withdrawal_id" = $4 and "number" = $5 and "outcome" is null;

-- insertAttempt
insert into "withdrawal_attempt" ("withdrawal_id", "number", "kind", "request", "started_at", "deadline", "outcome", "answer", "ended_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- insertDoubts
insert into "withdrawal_attempt" ("withdrawal_id", "number", "kind", "request", "started_at", "deadline", "outcome", "ended_at")
select "withdrawal"."id", coalesce(max(number), 0) + 1 as "number", 'submit' as "kind", jsonb_build_object('reference', withdrawal.id) as "request", $1::timestamptz as "started_at", $2::timestamptz as "deadline", 'unknown' as "outcome", $3::timestamptz as "ended_at"
from "withdrawal"
left
join "withdrawal_attempt" on "withdrawal_id" = "withdrawal"."id"
where "withdrawal"."id" = any($4::uuid[])
group by "withdrawal"."id";

-- lockUnsent
select "id", "tenant", "status"
from "withdrawal"
where "status" in ($1, $2)
order by "id"
for update;

-- markAbsent
update "withdrawal_attempt"
set "outcome" = $1
where "withdrawal_id" = $2 and "number" in ($3);

-- selectAttempts
select *
from "withdrawal_attempt"
where "withdrawal_id" = $1
order by "number";

-- sumFunded
select coalesce(sum((answer -> 'value' ->> 'held')::numeric), 0)::text as "total"
from "withdrawal"
inner
join "withdrawal_attempt" on "withdrawal_id" = "withdrawal"."id"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "status" = $4 and "sent_at" is null and "id" <> $5 and "kind" in ($6, $7) and "outcome" = $8;

-- updateDoubted
update "withdrawal"
set "sent_at" = coalesce(sent_at, $1::timestamptz), "waiting_reason" = case when due_at is null then waiting_reason else $2::text end
where "status" = $3 and "id" = any($4::uuid[]);
