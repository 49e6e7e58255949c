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

-- selectReadings
select *
from "managed_reading"
where "tenant" = $1;

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

-- upsertReadings
insert into "managed_reading" ("tenant", "venue", "asset", "available", "held", "read_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("tenant", "venue", "asset") do update
set "before_available" = case when managed_reading.read_at <= $7 then managed_reading."available" else managed_reading."before_available" end, "before_held" = case when managed_reading.read_at <= $8 then managed_reading."held" else managed_reading."before_held" end, "before_at" = case when managed_reading.read_at <= $9 then managed_reading."read_at" else managed_reading."before_at" end, "available" = "excluded"."available", "held" = "excluded"."held", "read_at" = "excluded"."read_at";
