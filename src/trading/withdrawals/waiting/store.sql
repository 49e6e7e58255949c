-- countWaiting
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and not exists (select from credential where name = withdrawal.requested_by and owner = $5)
  and (approvers is null or ($6 and (approvers = '{}' or $7 = any(approvers))))
  and not exists (select from withdrawal_vote where withdrawal_id = withdrawal.id and voter = $8)
);

-- countWaitingForOthers
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and not exists (select from credential where name = withdrawal.requested_by and owner = $5)
  and (approvers is null or ($6 and (approvers = '{}' or $7 = any(approvers))))
  and not exists (select from withdrawal_vote where withdrawal_id = withdrawal.id and voter = $8)
) is not true;

-- selectWaiting
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", (select "owner" from "credential" where "name" = "withdrawal"."requested_by") as "requester_owner", (extract(epoch from "due_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and not exists (select from credential where name = withdrawal.requested_by and owner = $5)
  and (approvers is null or ($6 and (approvers = '{}' or $7 = any(approvers))))
  and not exists (select from withdrawal_vote where withdrawal_id = withdrawal.id and voter = $8)
) and ("due_at", "id") > (timestamptz 'epoch' + $9::float8 * interval '1 microsecond', $10::uuid)
order by "due_at", "id"
limit $11
offset $12;

-- selectWaitingForOthers
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", (select "owner" from "credential" where "name" = "withdrawal"."requested_by") as "requester_owner", (extract(epoch from "due_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and not exists (select from credential where name = withdrawal.requested_by and owner = $5)
  and (approvers is null or ($6 and (approvers = '{}' or $7 = any(approvers))))
  and not exists (select from withdrawal_vote where withdrawal_id = withdrawal.id and voter = $8)
) is not true and ("due_at", "id") > (timestamptz 'epoch' + $9::float8 * interval '1 microsecond', $10::uuid)
order by "due_at", "id"
limit $11
offset $12;
