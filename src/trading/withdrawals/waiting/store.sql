-- countWaiting
select count(*) as "total"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and "due_at" > $2 and "requested_by" <> $3 and not exists (select "name" from "credential" where "name" = "withdrawal"."requested_by" and "owner" = $4) and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers)))) and not exists (select "voter" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" and "voter" = $7);

-- selectWaiting
select "id", "tenant", "venue", "asset", "amount", "destination", "reference", "status", "venue_transfer_id", "receipt", "failure_message", "requested_by", "approvals_required", "approvers", "due_at", "waiting_reason", "sent_at", "decision", "created_at", "updated_at", (select coalesce(json_agg(agg), '[]') from (select "voter", "withdrawal_vote"."decision", "comment", "withdrawal_vote"."created_at" as "at" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" order by "withdrawal_vote"."created_at", "voter") as agg) as "votes", (extract(epoch from "due_at") * 1000000)::bigint || ' ' || "id" as "position"
from "withdrawal"
where "tenant" = $1 and "status" = 'APPROVAL_REQUESTED' and "due_at" > $2 and "requested_by" <> $3 and not exists (select "name" from "credential" where "name" = "withdrawal"."requested_by" and "owner" = $4) and (approvers is null or ($5 and (approvers = '{}' or $6 = any(approvers)))) and not exists (select "voter" from "withdrawal_vote" where "withdrawal_id" = "withdrawal"."id" and "voter" = $7) and ("due_at", "id") <
    (timestamptz 'epoch' + $8::float8 * interval '1 microsecond', $9::uuid)
order by "due_at" desc, "id" desc
limit $10
offset $11;
