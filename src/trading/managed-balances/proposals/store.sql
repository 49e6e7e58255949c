-- countProposals
select count(*) as "total"
from "managed_proposal"
where managed_proposal.tenant = $1
    and managed_proposal.status = $2
    and managed_proposal.venue = $3
    and managed_proposal.asset = $4;

-- deleteClaim
delete
from "managed_claim"
where "proposal_id" = $1
returning "proposal_id";

-- endOpen
update "managed_proposal"
set "status" = $1, "updated_at" = $2
where "tenant" = $3 and "venue" = $4 and "asset" = $5 and "status" = $6;

-- insertClaim
insert into "managed_claim" ("proposal_id", "tenant", "venue", "asset", "amount", "made_at")
values ($1, $2, $3, $4, $5, $6);

-- insertProposal
insert into "managed_proposal" ("id", "tenant", "venue", "asset", "kind", "direction", "from_venue", "to_venue", "from_asset", "to_asset", "network", "amount", "gives", "gets", "source", "max_slippage_bps", "fees", "expected_seconds", "policy", "status", "reason", "refusal", "confirmed_by", "confirmed_at", "ended_by", "expires_at", "created_at", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
on conflict do nothing
returning "id";

-- lockProposal
select "managed_proposal"."id", "managed_proposal"."tenant", "managed_proposal"."venue", "managed_proposal"."asset", "managed_proposal"."kind", "managed_proposal"."direction", "managed_proposal"."from_venue", "managed_proposal"."to_venue", "managed_proposal"."from_asset", "managed_proposal"."to_asset", "managed_proposal"."network", "managed_proposal"."amount", "managed_proposal"."gives", "managed_proposal"."gets", "managed_proposal"."source", "managed_proposal"."max_slippage_bps", "managed_proposal"."fees", "managed_proposal"."expected_seconds", "managed_proposal"."policy", "managed_proposal"."status", "managed_proposal"."reason", "managed_proposal"."refusal", "managed_proposal"."confirmed_by", "managed_proposal"."confirmed_at", "managed_proposal"."ended_by", "managed_proposal"."expires_at", "managed_proposal"."created_at", "managed_proposal"."updated_at", "withdrawal"."id" as "transfer_id", "conversion"."id" as "conversion_id"
from "managed_proposal"
left
join "withdrawal" on "withdrawal"."proposal_id" = "managed_proposal"."id"
left
join "conversion" on "conversion"."proposal_id" = "managed_proposal"."id"
where "managed_proposal"."tenant" = $1 and "managed_proposal"."id" = $2
for update of "managed_proposal";

-- selectCurrent
select "managed_proposal"."id", "managed_proposal"."tenant", "managed_proposal"."venue", "managed_proposal"."asset", "managed_proposal"."kind", "managed_proposal"."direction", "managed_proposal"."from_venue", "managed_proposal"."to_venue", "managed_proposal"."from_asset", "managed_proposal"."to_asset", "managed_proposal"."network", "managed_proposal"."amount", "managed_proposal"."gives", "managed_proposal"."gets", "managed_proposal"."source", "managed_proposal"."max_slippage_bps", "managed_proposal"."fees", "managed_proposal"."expected_seconds", "managed_proposal"."policy", "managed_proposal"."status", "managed_proposal"."reason", "managed_proposal"."refusal", "managed_proposal"."confirmed_by", "managed_proposal"."confirmed_at", "managed_proposal"."ended_by", "managed_proposal"."expires_at", "managed_proposal"."created_at", "managed_proposal"."updated_at", "withdrawal"."id" as "transfer_id", "conversion"."id" as "conversion_id"
from "managed_proposal"
left
join "withdrawal" on "withdrawal"."proposal_id" = "managed_proposal"."id"
left
join "conversion" on "conversion"."proposal_id" = "managed_proposal"."id"
where "managed_proposal"."tenant" = $1 and ("managed_proposal"."status" = $2 or ("managed_proposal"."status" = $3 and "withdrawal"."id" is null and "conversion"."id" is null) or ("managed_proposal"."status" = $4 and "managed_proposal"."expires_at" > $5))
order by "managed_proposal"."id";

-- selectExpectedSeconds
select percentile_disc(0.5) within group (order by round(seconds))::integer as "median"
from (select extract(epoch from deposit.updated_at - withdrawal.sent_at) as "seconds" from "withdrawal" inner join "transfer_match" on "transfer_match"."withdrawal_id" = "withdrawal"."id" inner join "deposit" on "deposit"."id" = "transfer_match"."deposit_id" where "withdrawal"."tenant" = $1 and "withdrawal"."venue" = $2 and "withdrawal"."to_venue" = $3 and "withdrawal"."asset" = $4 and "deposit"."state" = $5 order by "withdrawal"."created_at" desc limit $6) as "taken";

-- selectProposal
select "managed_proposal"."id", "managed_proposal"."tenant", "managed_proposal"."venue", "managed_proposal"."asset", "managed_proposal"."kind", "managed_proposal"."direction", "managed_proposal"."from_venue", "managed_proposal"."to_venue", "managed_proposal"."from_asset", "managed_proposal"."to_asset", "managed_proposal"."network", "managed_proposal"."amount", "managed_proposal"."gives", "managed_proposal"."gets", "managed_proposal"."source", "managed_proposal"."max_slippage_bps", "managed_proposal"."fees", "managed_proposal"."expected_seconds", "managed_proposal"."policy", "managed_proposal"."status", "managed_proposal"."reason", "managed_proposal"."refusal", "managed_proposal"."confirmed_by", "managed_proposal"."confirmed_at", "managed_proposal"."ended_by", "managed_proposal"."expires_at", "managed_proposal"."created_at", "managed_proposal"."updated_at", "withdrawal"."id" as "transfer_id", "conversion"."id" as "conversion_id"
from "managed_proposal"
left
join "withdrawal" on "withdrawal"."proposal_id" = "managed_proposal"."id"
left
join "conversion" on "conversion"."proposal_id" = "managed_proposal"."id"
where "managed_proposal"."tenant" = $1 and "managed_proposal"."id" = $2;

-- selectProposals
select "managed_proposal"."id", "managed_proposal"."tenant", "managed_proposal"."venue", "managed_proposal"."asset", "managed_proposal"."kind", "managed_proposal"."direction", "managed_proposal"."from_venue", "managed_proposal"."to_venue", "managed_proposal"."from_asset", "managed_proposal"."to_asset", "managed_proposal"."network", "managed_proposal"."amount", "managed_proposal"."gives", "managed_proposal"."gets", "managed_proposal"."source", "managed_proposal"."max_slippage_bps", "managed_proposal"."fees", "managed_proposal"."expected_seconds", "managed_proposal"."policy", "managed_proposal"."status", "managed_proposal"."reason", "managed_proposal"."refusal", "managed_proposal"."confirmed_by", "managed_proposal"."confirmed_at", "managed_proposal"."ended_by", "managed_proposal"."expires_at", "managed_proposal"."created_at", "managed_proposal"."updated_at", "withdrawal"."id" as "transfer_id", "conversion"."id" as "conversion_id"
from "managed_proposal"
left
join "withdrawal" on "withdrawal"."proposal_id" = "managed_proposal"."id"
left
join "conversion" on "conversion"."proposal_id" = "managed_proposal"."id"
where "managed_proposal"."tenant" = $1 and managed_proposal.tenant = $2
    and managed_proposal.status = $3
    and managed_proposal.venue = $4
    and managed_proposal.asset = $5
order by "managed_proposal"."created_at" desc, "managed_proposal"."id" desc
limit $6
offset $7;

-- updateProposal
update "managed_proposal"
set "status" = $1
where "tenant" = $2 and "id" = $3 and "status" = $4
returning "id";
