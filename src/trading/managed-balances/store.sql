-- countProposals
select count(*) as "total"
from "managed_proposal"
where managed_proposal.tenant = $1
    and managed_proposal.status = $2
    and managed_proposal.venue = $3
    and managed_proposal.asset = $4;

-- deleteBalance
delete
from "managed_balance"
where "tenant" = $1 and "venue" = $2 and "asset" = $3
returning "venue";

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

-- lockManaged
select pg_advisory_xact_lock(hashtextextended($1, 7216340043)) as "locked";

-- lockProposal
select "managed_proposal"."id", "managed_proposal"."tenant", "managed_proposal"."venue", "managed_proposal"."asset", "managed_proposal"."kind", "managed_proposal"."direction", "managed_proposal"."from_venue", "managed_proposal"."to_venue", "managed_proposal"."from_asset", "managed_proposal"."to_asset", "managed_proposal"."network", "managed_proposal"."amount", "managed_proposal"."gives", "managed_proposal"."gets", "managed_proposal"."source", "managed_proposal"."max_slippage_bps", "managed_proposal"."fees", "managed_proposal"."expected_seconds", "managed_proposal"."policy", "managed_proposal"."status", "managed_proposal"."reason", "managed_proposal"."refusal", "managed_proposal"."confirmed_by", "managed_proposal"."confirmed_at", "managed_proposal"."ended_by", "managed_proposal"."expires_at", "managed_proposal"."created_at", "managed_proposal"."updated_at", "withdrawal"."id" as "transfer_id", "conversion"."id" as "conversion_id"
from "managed_proposal"
left
join "withdrawal" on "withdrawal"."proposal_id" = "managed_proposal"."id"
left
join "conversion" on "conversion"."proposal_id" = "managed_proposal"."id"
where "managed_proposal"."tenant" = $1 and "managed_proposal"."id" = $2
for update of "managed_proposal";

-- selectBalances
select "tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at"
from "managed_balance"
where "tenant" = $1
order by "venue", "asset"
limit $2;

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

-- selectMoves
select distinct "from_venue", "from_asset", "to_venue", "to_asset"
from (
          select venue as from_venue, asset as from_asset, to_venue, asset as to_asset from withdrawal
            where tenant = $1 and to_venue is not null and created_at > $2
              and (status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or status = 'COMPLETED')
          union all
          select venue, from_asset, venue, to_asset from conversion, unnest(venues) venue
            where tenant = $3 and created_at > $4 and status not in ('SIMULATED', 'FAILED', 'CANCELLED')
          union all
          select from_venue, from_asset, to_venue, to_asset from managed_proposal
            where tenant = $5 and (status = 'CONFIRMED' and not exists (select from withdrawal where proposal_id = managed_proposal.id)
  and not exists (select from conversion where proposal_id = managed_proposal.id) or status = 'OPEN')
    and managed_proposal.id is distinct from $6::uuid
        ) as "moved";

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

-- selectReadings
select *
from "managed_reading"
where "tenant" = $1;

-- selectStates
select "tenant", "venue", "asset", "state", "known_state", "level", "reason", "at"
from "managed_state"
where "tenant" = $1;

-- selectTenants
select distinct "tenant"
from "managed_balance"
order by "tenant";

-- selectUnderWay
select "venue", "asset", sum(incoming) as "incoming", sum(outgoing) as "outgoing", max(doubt) as "doubt"
from (
          select venue, asset, 0 as incoming, amount + coalesce(fee, 0) as outgoing, null as doubt
            from withdrawal where tenant = $1 and (status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or status = 'COMPLETED' and updated_at > $2)
          union all
          select to_venue, withdrawal.asset, withdrawal.amount, 0,
              case when reason is not null or deposit.state = 'rejected' then 'a transfer to it needs a person.' end
            from withdrawal left join transfer_match on withdrawal_id = withdrawal.id
            left join deposit on deposit.id = deposit_id
            where withdrawal.tenant = $3 and to_venue is not null
              and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or withdrawal.status = 'COMPLETED')
              and (deposit.state is distinct from 'credited' or deposit.updated_at > $4)
          union all
          select venue, asset, 0, 0, 'a conversion of it is under way, or has just ended.'
            from conversion, unnest(venues) venue, unnest(path) asset
            where tenant = $5 and (status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')
              or status in ('COMPLETED', 'CANCELLED', 'FAILED') and updated_at > $6)
          union all
          select from_venue, from_asset, 0, gives, null from managed_proposal
            where tenant = $7 and (status = 'CONFIRMED' and not exists (select from withdrawal where proposal_id = managed_proposal.id)
  and not exists (select from conversion where proposal_id = managed_proposal.id) or status = 'OPEN')
    and managed_proposal.id is distinct from $8::uuid
          union all
          select to_venue, to_asset, gets, 0, null from managed_proposal
            where tenant = $9 and (status = 'CONFIRMED' and not exists (select from withdrawal where proposal_id = managed_proposal.id)
  and not exists (select from conversion where proposal_id = managed_proposal.id) or status = 'OPEN')
    and managed_proposal.id is distinct from $10::uuid
        ) as "under_way"
group by "venue", "asset";

-- sumMoved
select "venue", "asset", sum(amount) as "moved"
from "managed_claim"
where "tenant" = $1 and "made_at" > $2 and proposal_id is distinct
from $3::uuid and not exists (select from withdrawal where proposal_id = managed_claim.proposal_id
        and status in ('FAILED', 'CANCELLED')) and not exists (select from conversion
        where proposal_id = managed_claim.proposal_id and status in ('FAILED', 'CANCELLED'))
group by "venue", "asset";

-- updateProposal
update "managed_proposal"
set "status" = $1
where "tenant" = $2 and "id" = $3 and "status" = $4
returning "id";

-- upsertBalance
insert into "managed_balance" ("tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("tenant", "venue", "asset") do update
set "settings" = "excluded"."settings", "settings_by" = "excluded"."settings_by", "settings_at" = "excluded"."settings_at", "pending" = "excluded"."pending", "pending_by" = "excluded"."pending_by", "pending_at" = "excluded"."pending_at"
returning "tenant", "venue", "asset", "settings", "settings_by", "settings_at", "pending", "pending_by", "pending_at", "created_at";

-- upsertReadings
insert into "managed_reading" ("tenant", "venue", "asset", "available", "held", "read_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("tenant", "venue", "asset") do update
set "before_available" = case when managed_reading.read_at <= $7 then managed_reading."available" else managed_reading."before_available" end, "before_held" = case when managed_reading.read_at <= $8 then managed_reading."held" else managed_reading."before_held" end, "before_at" = case when managed_reading.read_at <= $9 then managed_reading."read_at" else managed_reading."before_at" end, "available" = "excluded"."available", "held" = "excluded"."held", "read_at" = "excluded"."read_at";

-- upsertState
insert into "managed_state" ("tenant", "venue", "asset", "state", "known_state", "level", "reason", "at")
select "tenant", "venue", "asset", $1::text as "state", $2::text as "known_state", $3::numeric as "level", $4::text as "reason", $5::timestamptz as "at"
from "managed_balance"
where "tenant" = $6 and "venue" = $7 and "asset" = $8
on conflict ("tenant", "venue", "asset") do update
set "state" = "excluded"."state", "known_state" = "excluded"."known_state", "level" = "excluded"."level", "reason" = "excluded"."reason", "at" = "excluded"."at";
