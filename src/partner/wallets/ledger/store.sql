-- selectBalance
select coalesce(sum(amount), 0) as "balance"
from "wallet_entry"
where "account_id" = $1 and "created_at" < $2;

-- selectEntries
select "id", "kind", "amount", "reference", "reason", "created_at", "balance", "first_day", "last_day"
from (
  select entry.id::text, entry.kind, amount, reference, reason, entry.created_at,
    sum(amount) over (order by entry.created_at, entry.id) as balance,
    payout.first_day::text, payout.last_day::text
  from wallet_entry entry
  left join payout on number = case when reference like 'payout:%' then split_part(reference, ':', 2)::bigint end
  where account_id = $1) as "entry"
where (entry.created_at, entry.id::bigint) < ($2::timestamptz, $3::bigint) and "kind" = $4
order by "created_at" desc, id::bigint desc
limit $5;

-- selectEntriesBetween
select "id", "kind", "amount", "reference", "reason", "created_at", "balance", "first_day", "last_day"
from (
  select entry.id::text, entry.kind, amount, reference, reason, entry.created_at,
    sum(amount) over (order by entry.created_at, entry.id) as balance,
    payout.first_day::text, payout.last_day::text
  from wallet_entry entry
  left join payout on number = case when reference like 'payout:%' then split_part(reference, ':', 2)::bigint end
  where account_id = $1) as "entry"
where "created_at" >= $2 and "created_at" < $3
order by "created_at", id::bigint
limit $4;
