-- countOpen
select "tenant", "venue", "status", count(*) as "open", extract(epoch from now() - min(created_at)) as "oldestSeconds"
from "withdrawal"
where status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')
group by "tenant", "venue", "status";

-- foldCounts
with "folded" as (delete from "withdrawal_count" returning "tenant", "status", "venue", "asset", "withdrawals") insert into "withdrawal_count" ("tenant", "status", "venue", "asset", "withdrawals")
select "tenant", "status", "venue", "asset", sum(withdrawals) as "withdrawals"
from "folded"
group by "tenant", "status", "venue", "asset"
having sum(withdrawals) <> $1;

-- insertWithdrawals
insert into "withdrawal" ("id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at")
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at"
from json_populate_recordset(null::withdrawal, $1::json) as new;

-- lockWithdrawal
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at"
from "withdrawal"
where "tenant" = $1 and "id" = $2
for update;

-- postpone
update "withdrawal"
set "due_at" = $1
where "id" = $2 and "status" = $3;

-- selectCreatedSince
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at"
from "withdrawal"
where "tenant" = $1 and "created_at" >= $2 and "status" <> $3
order by "created_at" desc, "id" desc
limit $4;

-- selectDue
select *
from "withdrawal"
where "tenant" = $1 and "venue" = $2 and "status" = $3 and "due_at" <= $4
order by "due_at"
limit $5;

-- selectExpired
select "id"
from "withdrawal"
where "tenant" = $1 and "status" = $2 and "due_at" <= $3
order by "due_at"
limit $4;

-- selectNextDue
select "due_at"
from "withdrawal"
where "tenant" = $1 and "venue" = $2 and "status" = $3 and "due_at" is not null
order by "due_at"
limit $4;

-- selectOverdue
select "tenant", "venue", "status", min("due_at") as "due_at"
from "withdrawal"
where "due_at" <= $1
group by "tenant", "venue", "status";

-- selectWithdrawal
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at"
from "withdrawal"
where "tenant" = $1 and "id" = $2;

-- updateWithdrawal
update "withdrawal"
set "due_at" = $1
where "id" = $2 and "status" = $3
returning "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at";
