-- countWaiting
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers))))
  and not accountable_for(requested_by, withdrawal.created_at) && $7::text[]
  and not exists (
    select from withdrawal_vote
    where withdrawal_id = withdrawal.id
      and accountable_for(voter, withdrawal_vote.created_at) && $8::text[]
  )
  and (screening is null or (
    (select count(*) from withdrawal_vote where withdrawal_id = withdrawal.id) < approvals_required
    and (
      screening ->> 'by' is null
      or not accountable_for(screening ->> 'by', (screening ->> 'at')::timestamptz) && $9::text[]
    )
  ))
);

-- countWaitingForOthers
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers))))
  and not accountable_for(requested_by, withdrawal.created_at) && $7::text[]
  and not exists (
    select from withdrawal_vote
    where withdrawal_id = withdrawal.id
      and accountable_for(voter, withdrawal_vote.created_at) && $8::text[]
  )
  and (screening is null or (
    (select count(*) from withdrawal_vote where withdrawal_id = withdrawal.id) < approvals_required
    and (
      screening ->> 'by' is null
      or not accountable_for(screening ->> 'by', (screening ->> 'at')::timestamptz) && $9::text[]
    )
  ))
) is not true;

-- insertVote
insert into "withdrawal_vote" ("withdrawal_id", "voter", "decision", "comment", "created_at")
values ($1, $2, $3, $4, $5);

-- selectVotes
select "withdrawal_id", "voter", "decision", "comment", "created_at"
from "withdrawal_vote"
where "withdrawal_id" = $1;

-- selectWaiting
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at", accountable_for(voter, withdrawal_vote.created_at) as "people" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", accountable_for(withdrawal.requested_by, withdrawal.created_at) as "requesters", case
  when withdrawal.screening ->> 'by' is null then '{}'
  else accountable_for(withdrawal.screening ->> 'by', (withdrawal.screening ->> 'at')::timestamptz)
end as "screeners", (extract(epoch from "due_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers))))
  and not accountable_for(requested_by, withdrawal.created_at) && $7::text[]
  and not exists (
    select from withdrawal_vote
    where withdrawal_id = withdrawal.id
      and accountable_for(voter, withdrawal_vote.created_at) && $8::text[]
  )
  and (screening is null or (
    (select count(*) from withdrawal_vote where withdrawal_id = withdrawal.id) < approvals_required
    and (
      screening ->> 'by' is null
      or not accountable_for(screening ->> 'by', (screening ->> 'at')::timestamptz) && $9::text[]
    )
  ))
) and ("due_at", "id") > (timestamptz 'epoch' + $10::float8 * interval '1 microsecond', $11::uuid)
order by "due_at", "id"
limit $12
offset $13;

-- selectWaitingForOthers
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "fee", "charged_fee", "received_amount", "internal_transfer_id", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "to_venue", "screening", "recipient_id", "recipient_hash", "proposal_id", "finding", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at", accountable_for(voter, withdrawal_vote.created_at) as "people" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", accountable_for(withdrawal.requested_by, withdrawal.created_at) as "requesters", case
  when withdrawal.screening ->> 'by' is null then '{}'
  else accountable_for(withdrawal.screening ->> 'by', (withdrawal.screening ->> 'at')::timestamptz)
end as "screeners", (extract(epoch from "due_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and (
  $2
  and due_at > $3
  and requested_by <> $4
  and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers))))
  and not accountable_for(requested_by, withdrawal.created_at) && $7::text[]
  and not exists (
    select from withdrawal_vote
    where withdrawal_id = withdrawal.id
      and accountable_for(voter, withdrawal_vote.created_at) && $8::text[]
  )
  and (screening is null or (
    (select count(*) from withdrawal_vote where withdrawal_id = withdrawal.id) < approvals_required
    and (
      screening ->> 'by' is null
      or not accountable_for(screening ->> 'by', (screening ->> 'at')::timestamptz) && $9::text[]
    )
  ))
) is not true and ("due_at", "id") > (timestamptz 'epoch' + $10::float8 * interval '1 microsecond', $11::uuid)
order by "due_at", "id"
limit $12
offset $13;
