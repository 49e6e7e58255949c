-- selectMoved
select "partner_uid", "wallet_entry"."currency", sum(amount)::text as "amount"
from "wallet_account"
inner
join "wallet_entry" on "wallet_entry"."account_id" = "wallet_account"."id"
where "partner_uid" = any($1::text[]) and "wallet_entry"."created_at" >= $2 and "wallet_entry"."created_at" < $3 and ($4::text[] is null or kind = any($5::text[]))
group by "partner_uid", "wallet_entry"."currency"
order by "partner_uid", "wallet_entry"."currency";
