-- deleteDueMaturities
delete
from "wallet_maturity"
where "account_id" = any($1::text[]) and "available_on" <= $2;

-- deleteReservations
delete
from "wallet_reservation"
where "reference" = $1
returning "account_id", "amount";

-- insertAccounts
insert into "wallet_account" ("id", "partner_uid", "name", "renamed", "currency", "type", "created_at")
select account_id, partner_uid, name, false, currency, type, $1::timestamptz
       
from jsonb_to_recordset($2::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
       
where not exists (select from wallet_account where id = account_id)
       
order by account_id
on conflict ("id") do nothing;

-- insertEntries
insert into "wallet_entry" ("account_id", "currency", "kind", "amount", "reference", "reason", "created_at")
select account_id, currency, $1, amount, $2, $3::text, $4::timestamptz
         
from jsonb_to_recordset($5::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
order by account_id;

-- insertReservations
insert into "wallet_reservation" ("account_id", "currency", "amount", "kind", "reference", "created_at")
select account_id, currency, amount, $1, $2, $3::timestamptz
         
from jsonb_to_recordset($4::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
order by account_id;

-- insertReservationsFrom
insert into "wallet_reservation" ("account_id", "currency", "amount", "kind", "reference", "created_at")
select account_id, currency, amount, $1, reference, $2::timestamptz
from (select '700100' as account_id, 'EUR' as currency, 1.5 as amount, 'disbursement:1' as reference) as given;

-- lockAccount
select "id", "partner_uid", "name", "renamed", "currency", "type", "balance", "reserved_rebates"
from "wallet_account"
where "id" = $1
for update;

-- lockAccounts
with "locked" as (select "id" from "wallet_account" where "id" = any($1::text[]) order by "id" for update)
select count(*)::int as "count"
from "locked";

-- lockFunded
with "locked" as (select "id" from "wallet_account" where "type" = $1 and "balance" > $2 order by "id" for update)
select count(*)::int as "count"
from "locked";

-- reduceMaturities
update "wallet_maturity"
set "amount" = greatest(0, wallet_maturity.amount + given.amount)
from jsonb_to_recordset($1::jsonb) as given (account_id text, earned_on date, amount numeric)
where "wallet_maturity"."account_id" = "given"."account_id" and "wallet_maturity"."earned_on" = "given"."earned_on" and "given"."amount" < $2;

-- selectAccounts
select "id", "partner_uid", "name", "renamed", "currency", "type", "balance", "reserved_rebates"
from "wallet_account"
where ("partner_uid" = $1 or "id" = any($2::text[]))
order by "id"
limit $3;

-- selectEntered
select distinct "account_id"
from "wallet_entry"
where "reason" is not null;

-- selectFigures
select "id", "balance", "reserved_rebates", "reserved_disbursements", "paid", held - (
        select coalesce(sum(amount), 0) from wallet_maturity
        where account_id = wallet_account.id and available_on <= $1::date) as "held"
from "wallet_account"
where "id" = any($2::text[])
order by "id";

-- selectMismatches
select "id", "partner_uid", "currency"
from "wallet_account"
where exists (
        select from jsonb_to_recordset($1::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
        where posting.account_id = wallet_account.id
          and (posting.partner_uid, posting.currency) <> (wallet_account.partner_uid, wallet_account.currency))
order by "id"
limit $2;

-- selectRenamed
select "id", "name"
from "wallet_account"
where "renamed" = $1;

-- upsertMaturities
insert into "wallet_maturity" ("account_id", "earned_on", "available_on", "amount")
select account_id, earned_on, available_on, amount
         
from jsonb_to_recordset($1::jsonb) as given
            (account_id text, earned_on date, available_on date, amount numeric)
         
where amount > 0 and available_on > $2::date
         
order by account_id, earned_on
on conflict ("account_id", "earned_on") do update
set "amount" = wallet_maturity.amount + excluded.amount, "available_on" = greatest(wallet_maturity.available_on, excluded.available_on);

-- upsertName
insert into "wallet_account" ("id", "partner_uid", "name", "renamed", "currency", "type", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("id") do update
set "name" = $8, "renamed" = $9
where "wallet_account"."partner_uid" = $10
returning "id", "partner_uid", "name", "renamed", "currency", "type", "balance", "reserved_rebates";
