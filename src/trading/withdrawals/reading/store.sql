-- countFiltered
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4;

-- countWithdrawals
select coalesce(sum(withdrawals), 0) as "total"
from "withdrawal_count"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4;

-- selectExpanded
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at", accountable_for(voter, withdrawal_vote.created_at) as "people" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", accountable_for(withdrawal.requested_by, withdrawal.created_at) as "requesters", case
  when withdrawal.screening ->> 'by' is null then '{}'
  else accountable_for(withdrawal.screening ->> 'by', (withdrawal.screening ->> 'at')::timestamptz)
end as "screeners"
from "withdrawal"
where "tenant" = $1 and "id" = $2;

-- selectPage
select (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at", accountable_for(voter, withdrawal_vote.created_at) as "people" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", accountable_for(withdrawal.requested_by, withdrawal.created_at) as "requesters", case
  when withdrawal.screening ->> 'by' is null then '{}'
  else accountable_for(withdrawal.screening ->> 'by', (withdrawal.screening ->> 'at')::timestamptz)
end as "screeners", "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at", (extract(epoch from "created_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = $2 and "venue" = $3 and "asset" = $4 and "created_at" >= $5 and "created_at" <= $6 and ("created_at", "id") < (timestamptz 'epoch' + $7::float8 * interval '1 microsecond', $8::uuid)
order by "created_at" desc, "id" desc
limit $9
offset $10;
