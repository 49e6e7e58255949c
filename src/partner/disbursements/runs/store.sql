-- countCandidates
select "currency", "reason", count(*)::int as "count", sum(amount) as "amount"
from (
    select *, case
        when cleared >= 0 and amount = 0 then 'nothing_available'
        when block is not null then block
        when amount < minimum then 'minimum'
      end as reason
    from (
    select account.account_id, account.partner_uid, account.currency, cleared, reserved_disbursements,
      destination.id as destination_id, destination.saved_by, destination.saved_at, unit.minimum,
      trunc(available, coalesce(unit.decimals, 0)) as amount,
      case
        when unit.currency is null or unit.on_chain <> (destination.details->>'kind' is not distinct from 'chain')
          and destination.id is not null then 'currency'
        when destination.id is null then 'no_destination'
        when destination.usable_from > $1::timestamptz then 'cooling_off'
        when suspended.partner_uid is not null then 'suspended'
        when block.partner_uid is not null then 'blocked'
        when $2::boolean and (agreement.valid_to > $3::timestamptz) is not true then 'document_missing'
        when cleared < 0 then 'debt'
      end as block
    from (
    select id as account_id, partner_uid, currency, reserved_disbursements, cleared,
      greatest(0, cleared - reserved_rebates - reserved_disbursements) as available
    from wallet_account
    left join (
      select account_id, sum(amount) as amount from wallet_maturity
      where available_on <= $4::date group by account_id
    ) as due on due.account_id = wallet_account.id
    cross join lateral (select balance - held + coalesce(due.amount, 0) as cleared) as sums
    where type = 'reward') as account
    left join disbursement_destination as destination on destination.tenant = $5
      and destination.account_id = account.account_id and destination.partner_uid = account.partner_uid
      and destination.status = 'CONFIRMED'
    left join disbursement_block as block
      on block.tenant = $6 and block.partner_uid = account.partner_uid
    left join (
      select distinct on (partner_uid) partner_uid, valid_to from self_billing_agreement
      where tenant = $7 order by partner_uid, accepted_at desc, id desc
    ) as agreement on agreement.partner_uid = account.partner_uid
    left join (select distinct unnest($8::text[]) as partner_uid) as suspended
      on suspended.partner_uid = account.partner_uid
    left join jsonb_to_recordset($9::jsonb)
      as unit (currency text, decimals integer, on_chain boolean, minimum numeric) on unit.currency = account.currency) as account) as "candidate"
group by "currency", "reason"
order by "currency", "reason";

-- countRuns
select count(*)::int as "count"
from "disbursement_run"
where "tenant" = $1;

-- insertLines
with "made" as (insert into "disbursement" ("number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "updated_at", "run_number") select nextval('disbursement_number'), $1, partner_uid, account_id, currency, amount, 'REQUESTED',
            $2, $3::timestamptz, $4::timestamptz, $5::bigint
          from (select * from (
    select *, case
        when cleared >= 0 and amount = 0 then 'nothing_available'
        when block is not null then block
        when amount < minimum then 'minimum'
      end as reason
    from (
    select account.account_id, account.partner_uid, account.currency, cleared, reserved_disbursements,
      destination.id as destination_id, destination.saved_by, destination.saved_at, unit.minimum,
      trunc(available, coalesce(unit.decimals, 0)) as amount,
      case
        when unit.currency is null or unit.on_chain <> (destination.details->>'kind' is not distinct from 'chain')
          and destination.id is not null then 'currency'
        when destination.id is null then 'no_destination'
        when destination.usable_from > $6::timestamptz then 'cooling_off'
        when suspended.partner_uid is not null then 'suspended'
        when block.partner_uid is not null then 'blocked'
        when $7::boolean and (agreement.valid_to > $8::timestamptz) is not true then 'document_missing'
        when cleared < 0 then 'debt'
      end as block
    from (
    select id as account_id, partner_uid, currency, reserved_disbursements, cleared,
      greatest(0, cleared - reserved_rebates - reserved_disbursements) as available
    from wallet_account
    left join (
      select account_id, sum(amount) as amount from wallet_maturity
      where available_on <= $9::date group by account_id
    ) as due on due.account_id = wallet_account.id
    cross join lateral (select balance - held + coalesce(due.amount, 0) as cleared) as sums
    where type = 'reward') as account
    left join disbursement_destination as destination on destination.tenant = $10
      and destination.account_id = account.account_id and destination.partner_uid = account.partner_uid
      and destination.status = 'CONFIRMED'
    left join disbursement_block as block
      on block.tenant = $11 and block.partner_uid = account.partner_uid
    left join (
      select distinct on (partner_uid) partner_uid, valid_to from self_billing_agreement
      where tenant = $12 order by partner_uid, accepted_at desc, id desc
    ) as agreement on agreement.partner_uid = account.partner_uid
    left join (select distinct unnest($13::text[]) as partner_uid) as suspended
      on suspended.partner_uid = account.partner_uid
    left join jsonb_to_recordset($14::jsonb)
      as unit (currency text, decimals integer, on_chain boolean, minimum numeric) on unit.currency = account.currency) as account) as candidate where reason is null order by account_id) as candidate returning "currency", "amount")
select "currency", count(*)::int as "count", sum(amount) as "amount"
from "made"
group by "currency"
order by "currency";

-- insertRun
insert into "disbursement_run" ("number", "tenant", "due_on", "requested_by", "requested_at", "line_count", "totals", "left_out")
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict ("tenant", "due_on") do nothing
returning disbursement_run.number::float8 as "number", due_on::text as "due_on", "requested_by", "requested_at", "line_count", "totals", "left_out";

-- lockRun
select disbursement_run.number::float8 as "number", due_on::text as "due_on", "requested_by", "requested_at", "line_count", "totals", "left_out"
from "disbursement_run"
where "tenant" = $1 and "disbursement_run"."number" = $2
for update;

-- lockWaiting
select "account_id"
from "disbursement"
where "run_number" = $1 and "status" = $2
order by "disbursement"."number"
for update;

-- reviewWaiting
select "numbers", "totals", "sha256", "left_lines", "left_count"
from (
          with waiting as (
            select number, disbursement.currency, disbursement.amount, account.destination_id, case
                when block is not null then block
                when cleared < reserved_disbursements then 'balance'
                when accountable_for(saved_by, saved_at) && $1::text[] then 'own_destination'
                when exists (
                  select from disbursement as given_back
                  where given_back.account_id = account.account_id and given_back.status in ('FAILED', 'RETURNED')
                    and given_back.reviewed_by is null
                    and accountable_for(given_back.settled_by, given_back.settled_at) && $2::text[])
                then 'own_outcome'
              end as reason
            from disbursement join (
    select account.account_id, account.partner_uid, account.currency, cleared, reserved_disbursements,
      destination.id as destination_id, destination.saved_by, destination.saved_at, unit.minimum,
      trunc(available, coalesce(unit.decimals, 0)) as amount,
      case
        when unit.currency is null or unit.on_chain <> (destination.details->>'kind' is not distinct from 'chain')
          and destination.id is not null then 'currency'
        when destination.id is null then 'no_destination'
        when destination.usable_from > $3::timestamptz then 'cooling_off'
        when suspended.partner_uid is not null then 'suspended'
        when block.partner_uid is not null then 'blocked'
        when $4::boolean and (agreement.valid_to > $5::timestamptz) is not true then 'document_missing'
        when cleared < 0 then 'debt'
      end as block
    from (
    select id as account_id, partner_uid, currency, reserved_disbursements, cleared,
      greatest(0, cleared - reserved_rebates - reserved_disbursements) as available
    from wallet_account
    left join (
      select account_id, sum(amount) as amount from wallet_maturity
      where available_on <= $6::date group by account_id
    ) as due on due.account_id = wallet_account.id
    cross join lateral (select balance - held + coalesce(due.amount, 0) as cleared) as sums
    where type = 'reward') as account
    left join disbursement_destination as destination on destination.tenant = $7
      and destination.account_id = account.account_id and destination.partner_uid = account.partner_uid
      and destination.status = 'CONFIRMED'
    left join disbursement_block as block
      on block.tenant = $8 and block.partner_uid = account.partner_uid
    left join (
      select distinct on (partner_uid) partner_uid, valid_to from self_billing_agreement
      where tenant = $9 order by partner_uid, accepted_at desc, id desc
    ) as agreement on agreement.partner_uid = account.partner_uid
    left join (select distinct unnest($10::text[]) as partner_uid) as suspended
      on suspended.partner_uid = account.partner_uid
    left join jsonb_to_recordset($11::jsonb)
      as unit (currency text, decimals integer, on_chain boolean, minimum numeric) on unit.currency = account.currency) as account using (account_id)
            where run_number = $12::bigint and disbursement.status = 'REQUESTED'
          )
          select array(select number::float8 from waiting where reason is null order by number) as numbers,
            (select coalesce(jsonb_agg(total order by total.currency), '[]') from (
              select currency, count(*)::int as count, sum(amount)::text as amount
              from waiting where reason is null group by currency) as total) as totals,
            (select encode(sha256(convert_to(
                string_agg(format('%s %s %s', number, amount, destination_id), chr(10) order by number), 'UTF8')), 'hex')
              from waiting where reason is null) as sha256,
            (select coalesce(jsonb_agg(kept order by kept.number), '[]') from (
              select number, reason from waiting where reason is not null
              order by number limit $13) as kept) as left_lines,
            (select count(*)::int from waiting where reason is not null) as left_count) as "review";

-- selectRunOfDay
select disbursement_run.number::float8 as "number", due_on::text as "due_on", "requested_by", "requested_at", "line_count", "totals", "left_out"
from "disbursement_run"
where "tenant" = $1 and "due_on" = $2;

-- selectRuns
select disbursement_run.number::float8 as "number", due_on::text as "due_on", "requested_by", "requested_at", "line_count", "totals", "left_out"
from "disbursement_run"
where "tenant" = $1
order by "disbursement_run"."number" desc
limit $2
offset $3;

-- selectTenants
select distinct "tenant"
from "disbursement_destination"
where "status" = $1;

-- takeRunNumber
select nextval('disbursement_run_number')::float8 as "number";
