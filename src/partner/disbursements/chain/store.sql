-- insertWithdrawals
insert into "disbursement_withdrawal" ("number")
select unnest($1::bigint[]);

-- noteAsked
update "disbursement_withdrawal"
set "body" = coalesce(body, $1::jsonb), "asked_at" = $2
where "number" = $3 and "ended_at" is null
returning "body";

-- selectOpen
select disbursement.number::float8 as "number", "disbursement"."tenant", "disbursement"."currency", "disbursement"."amount", "disbursement"."status", "disbursement_destination"."details", "disbursement_withdrawal"."body", "disbursement_withdrawal"."asked_at"
from "disbursement_withdrawal"
inner
join "disbursement" on "disbursement"."number" = "disbursement_withdrawal"."number"
inner
join "disbursement_destination" on "disbursement_destination"."id" = "disbursement"."destination_id"
where "disbursement_withdrawal"."ended_at" is null and "disbursement_withdrawal"."number" > $1
order by "disbursement_withdrawal"."number"
limit $2;

-- updateWithdrawal
update "disbursement_withdrawal"
set "asked_at" = $1, "ended_at" = $2
where "number" = $3;
