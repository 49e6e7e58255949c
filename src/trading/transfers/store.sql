-- countTransfers
select count(*) as "total"
from (select "withdrawal"."id", "withdrawal"."tenant", "withdrawal"."venue", "withdrawal"."asset", "withdrawal"."amount", "withdrawal"."destination", "withdrawal"."reference", "withdrawal"."status", "withdrawal"."venue_transfer_id", "withdrawal"."receipt", "withdrawal"."fee", "withdrawal"."charged_fee", "withdrawal"."received_amount", "withdrawal"."internal_transfer_id", "withdrawal"."failure_message", "withdrawal"."requested_by", "withdrawal"."approvals_required", "withdrawal"."approvers", "withdrawal"."due_at", "withdrawal"."waiting_reason", "withdrawal"."sent_at", "withdrawal"."decision", "withdrawal"."to_venue", "withdrawal"."screening", "withdrawal"."recipient_id", "withdrawal"."recipient_hash", "withdrawal"."proposal_id", "withdrawal"."finding", "withdrawal"."created_at", "withdrawal"."updated_at", case
    when deposit.id is null and withdrawal.status not in ('SUBMITTED', 'COMPLETED') then withdrawal.status
    when deposit.id is null and transfer_match.reason is null then 'IN_FLIGHT'
    when deposit.id is null or deposit.state = 'rejected' or withdrawal.status = 'FAILED' then 'NEEDS_PERSON'
    when deposit.state = 'credited' then 'COMPLETED'
    else 'IN_FLIGHT'
  end as "transfer_status", "transfer_match"."deposit_id", "transfer_match"."reason", "transfer_match"."updated_at" as "matched_at", "deposit"."state" as "deposit_state", "deposit"."amount" as "deposit_amount", "deposit"."venue_deposit_id" as "deposit_venue_id" from "withdrawal" left join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id" left join "deposit" on "deposit"."id" = "transfer_match"."deposit_id" where "withdrawal"."tenant" = $1 and "withdrawal"."to_venue" is not null and "withdrawal"."asset" = $2 and "withdrawal"."venue" = $3 and "withdrawal"."to_venue" = $4 and "withdrawal"."status" <> $5 and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')
  or withdrawal.status = 'COMPLETED' and deposit.state is distinct from 'credited')) as "transfer"
where "transfer_status" = $6;

-- lockReceived
select *
from "deposit"
where "tenant" = $1 and "id" = $2
for update;

-- lockSent
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at"
from "withdrawal"
where "tenant" = $1 and "id" = $2 and "to_venue" is not null
for update;

-- selectByReference
select "withdrawal"."id", "withdrawal"."tenant", "withdrawal"."venue", "withdrawal"."asset", "withdrawal"."amount", "withdrawal"."destination", "withdrawal"."reference", "withdrawal"."status", "withdrawal"."venue_transfer_id", "withdrawal"."receipt", "withdrawal"."fee", "withdrawal"."charged_fee", "withdrawal"."received_amount", "withdrawal"."internal_transfer_id", "withdrawal"."failure_message", "withdrawal"."requested_by", "withdrawal"."approvals_required", "withdrawal"."approvers", "withdrawal"."due_at", "withdrawal"."waiting_reason", "withdrawal"."sent_at", "withdrawal"."decision", "withdrawal"."to_venue", "withdrawal"."screening", "withdrawal"."recipient_id", "withdrawal"."recipient_hash", "withdrawal"."proposal_id", "withdrawal"."finding", "withdrawal"."created_at", "withdrawal"."updated_at", case
    when deposit.id is null and withdrawal.status not in ('SUBMITTED', 'COMPLETED') then withdrawal.status
    when deposit.id is null and transfer_match.reason is null then 'IN_FLIGHT'
    when deposit.id is null or deposit.state = 'rejected' or withdrawal.status = 'FAILED' then 'NEEDS_PERSON'
    when deposit.state = 'credited' then 'COMPLETED'
    else 'IN_FLIGHT'
  end as "transfer_status", "transfer_match"."deposit_id", "transfer_match"."reason", "transfer_match"."updated_at" as "matched_at", "deposit"."state" as "deposit_state", "deposit"."amount" as "deposit_amount", "deposit"."venue_deposit_id" as "deposit_venue_id"
from "withdrawal"
left
join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id"
left
join "deposit" on "deposit"."id" = "transfer_match"."deposit_id"
where "withdrawal"."tenant" = $1 and "withdrawal"."to_venue" is not null and "withdrawal"."reference" = $2 and "withdrawal"."status" <> $3
limit $4;

-- selectFitting
select *
from "deposit"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "created_at" >= $4 and not exists (select from transfer_match where transfer_match.deposit_id = deposit.id) and (receipt is not null and lower(regexp_replace(btrim(receipt), '^0x', '', 'i')) = any($5::text[])
          or internal_transfer_id = any($6::text[])) and amount = any($7::numeric[])
order by "created_at"
limit $8;

-- selectFree
select *
from "deposit"
where "tenant" = $1 and "venue" = $2 and "asset" = $3 and "created_at" >= $4 and not exists (select from transfer_match where transfer_match.deposit_id = deposit.id)
order by "created_at"
limit $5;

-- selectMatches
select "withdrawal_id", "deposit_id", "reason"
from "transfer_match"
where ("withdrawal_id" = $1 or "deposit_id" = $2);

-- selectPage
select *, (extract(epoch from "created_at") * 1000000)::bigint || ' ' || "id" as "position"
from (select "withdrawal"."id", "withdrawal"."tenant", "withdrawal"."venue", "withdrawal"."asset", "withdrawal"."amount", "withdrawal"."destination", "withdrawal"."reference", "withdrawal"."status", "withdrawal"."venue_transfer_id", "withdrawal"."receipt", "withdrawal"."fee", "withdrawal"."charged_fee", "withdrawal"."received_amount", "withdrawal"."internal_transfer_id", "withdrawal"."failure_message", "withdrawal"."requested_by", "withdrawal"."approvals_required", "withdrawal"."approvers", "withdrawal"."due_at", "withdrawal"."waiting_reason", "withdrawal"."sent_at", "withdrawal"."decision", "withdrawal"."to_venue", "withdrawal"."screening", "withdrawal"."recipient_id", "withdrawal"."recipient_hash", "withdrawal"."proposal_id", "withdrawal"."finding", "withdrawal"."created_at", "withdrawal"."updated_at", case
    when deposit.id is null and withdrawal.status not in ('SUBMITTED', 'COMPLETED') then withdrawal.status
    when deposit.id is null and transfer_match.reason is null then 'IN_FLIGHT'
    when deposit.id is null or deposit.state = 'rejected' or withdrawal.status = 'FAILED' then 'NEEDS_PERSON'
    when deposit.state = 'credited' then 'COMPLETED'
    else 'IN_FLIGHT'
  end as "transfer_status", "transfer_match"."deposit_id", "transfer_match"."reason", "transfer_match"."updated_at" as "matched_at", "deposit"."state" as "deposit_state", "deposit"."amount" as "deposit_amount", "deposit"."venue_deposit_id" as "deposit_venue_id" from "withdrawal" left join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id" left join "deposit" on "deposit"."id" = "transfer_match"."deposit_id" where "withdrawal"."tenant" = $1 and "withdrawal"."to_venue" is not null and "withdrawal"."asset" = $2 and "withdrawal"."venue" = $3 and "withdrawal"."to_venue" = $4 and "withdrawal"."status" <> $5 and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')
  or withdrawal.status = 'COMPLETED' and deposit.state is distinct from 'credited')) as "transfer"
where "transfer_status" = $6 and ("created_at", "id") < (timestamptz 'epoch' + $7::float8 * interval '1 microsecond', $8::uuid)
order by "created_at" desc, "id" desc
limit $9
offset $10;

-- selectTransfer
select "withdrawal"."id", "withdrawal"."tenant", "withdrawal"."venue", "withdrawal"."asset", "withdrawal"."amount", "withdrawal"."destination", "withdrawal"."reference", "withdrawal"."status", "withdrawal"."venue_transfer_id", "withdrawal"."receipt", "withdrawal"."fee", "withdrawal"."charged_fee", "withdrawal"."received_amount", "withdrawal"."internal_transfer_id", "withdrawal"."failure_message", "withdrawal"."requested_by", "withdrawal"."approvals_required", "withdrawal"."approvers", "withdrawal"."due_at", "withdrawal"."waiting_reason", "withdrawal"."sent_at", "withdrawal"."decision", "withdrawal"."to_venue", "withdrawal"."screening", "withdrawal"."recipient_id", "withdrawal"."recipient_hash", "withdrawal"."proposal_id", "withdrawal"."finding", "withdrawal"."created_at", "withdrawal"."updated_at", case
    when deposit.id is null and withdrawal.status not in ('SUBMITTED', 'COMPLETED') then withdrawal.status
    when deposit.id is null and transfer_match.reason is null then 'IN_FLIGHT'
    when deposit.id is null or deposit.state = 'rejected' or withdrawal.status = 'FAILED' then 'NEEDS_PERSON'
    when deposit.state = 'credited' then 'COMPLETED'
    else 'IN_FLIGHT'
  end as "transfer_status", "transfer_match"."deposit_id", "transfer_match"."reason", "transfer_match"."updated_at" as "matched_at", "deposit"."state" as "deposit_state", "deposit"."amount" as "deposit_amount", "deposit"."venue_deposit_id" as "deposit_venue_id"
from "withdrawal"
left
join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id"
left
join "deposit" on "deposit"."id" = "transfer_match"."deposit_id"
where "withdrawal"."tenant" = $1 and "withdrawal"."to_venue" is not null and "withdrawal"."id" = $2;

-- selectUnmatched
select "withdrawal"."id", "withdrawal"."tenant", "withdrawal"."venue", "withdrawal"."asset", "withdrawal"."amount", "withdrawal"."destination", "withdrawal"."reference", "withdrawal"."status", "withdrawal"."venue_transfer_id", "withdrawal"."receipt", "withdrawal"."fee", "withdrawal"."charged_fee", "withdrawal"."received_amount", "withdrawal"."internal_transfer_id", "withdrawal"."failure_message", "withdrawal"."requested_by", "withdrawal"."approvals_required", "withdrawal"."approvers", "withdrawal"."due_at", "withdrawal"."waiting_reason", "withdrawal"."sent_at", "withdrawal"."decision", "withdrawal"."to_venue", "withdrawal"."screening", "withdrawal"."recipient_id", "withdrawal"."recipient_hash", "withdrawal"."proposal_id", "withdrawal"."finding", "withdrawal"."created_at", "withdrawal"."updated_at", "transfer_match"."reason"
from "withdrawal"
left
join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id"
where "withdrawal"."to_venue" is not null and withdrawal.status in ('SUBMITTED', 'COMPLETED') and "transfer_match"."deposit_id" is null
order by transfer_match.reason is not null, "withdrawal"."created_at"
limit $1;

-- sumInFlight
select "withdrawal"."asset", sum(coalesce(withdrawal.received_amount, withdrawal.amount)) as "amount", coalesce(sum(withdrawal.amount) filter (where withdrawal.status = 'SUBMITTED'), 0) as "leaving", count(*) as "transfers"
from "withdrawal"
left
join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id"
left
join "deposit" on "deposit"."id" = "transfer_match"."deposit_id"
where "withdrawal"."tenant" = $1 and "withdrawal"."to_venue" is not null and withdrawal.status in ('SUBMITTED', 'COMPLETED') and deposit.state is distinct
from 'credited'
group by "withdrawal"."asset"
order by "withdrawal"."asset";

-- upsertMatch
insert into "transfer_match" ("withdrawal_id", "tenant", "deposit_id", "reason", "updated_at")
values ($1, $2, $3, $4, $5)
on conflict ("withdrawal_id") do update
set "deposit_id" = "excluded"."deposit_id", "reason" = "excluded"."reason", "updated_at" = "excluded"."updated_at"
where "transfer_match"."deposit_id" is null
returning "withdrawal_id";
