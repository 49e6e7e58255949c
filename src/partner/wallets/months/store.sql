-- insertMonth
insert into "wallet_month" ("first_day", "carry", "ended_at")
values ($1, $2, $3)
on conflict ("first_day") do nothing
returning "carry";

-- lockDebtors
select "id"
from "wallet_account"
where "type" = $1 and balance < held
order by "id"
for update;

-- selectLastMonth
select first_day::text as "first_day"
from "wallet_month"
order by "wallet_month"."first_day" desc
limit $1;

-- selectWriteOffs
select "account_id", "partner_uid", "name", "currency", "type", "amount"
from (
          select account.id as account_id, partner_uid, name, account.currency, type,
            least(-moved.revenue, account.held - due.amount - account.balance - moved.clawed) as amount
          from wallet_account account
          cross join lateral (
            select coalesce(sum(amount), 0) as amount from wallet_maturity
            where account_id = account.id and available_on <= $1::date) due
          cross join lateral (
            select
              coalesce(sum(amount) filter (where created_at < $2::timestamptz
                and kind in ('reward', 'second_level_reward', 'adjustment', 'commission', 'progress')), 0) as revenue,
              coalesce(-sum(amount) filter (where kind = 'clawback'), 0) as clawed
            from wallet_entry
            where account_id = account.id and created_at >= $3::timestamptz) moved
          where account.id = any($4::text[])) as "written"
where "amount" > $5
order by "account_id";
