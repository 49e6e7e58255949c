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
insert into "wallet_entry" ("account_id", "currency", "kind", "amount", "reference", "created_at")
select account_id, currency, $1, amount, $2, $3::timestamptz
         
from jsonb_to_recordset($4::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
order by account_id;

-- insertReservations
insert into "wallet_reservation" ("account_id", "currency", "amount", "reference", "created_at")
select account_id, currency, amount, $1, $2::timestamptz
         
from jsonb_to_recordset($3::jsonb) as posting
    (account_id text, partner_uid text, name text, currency text, type text, amount numeric)
order by account_id;

-- lockAccount
select "id", "partner_uid", "name", "renamed", "currency", "type", "balance"
from "wallet_account"
where "id" = $1
for update;

-- lockBalances
select "id", "balance"
from "wallet_account"
where "id" = any($1::text[])
order by "id"
for update;

-- selectAccounts
select "id", "partner_uid", "name", "renamed", "currency", "type", "balance", (
  select coalesce(sum(amount), 0) from wallet_reservation where account_id = wallet_account.id) as "reserved"
from "wallet_account"
where ("partner_uid" = $1 or "id" = any($2::text[]))
order by "id"
limit $3;

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

-- upsertName
insert into "wallet_account" ("id", "partner_uid", "name", "renamed", "currency", "type", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("id") do update
set "name" = $8, "renamed" = $9
where "wallet_account"."partner_uid" = $10
returning "id", "partner_uid", "name", "renamed", "currency", "type", "balance", (
  select coalesce(sum(amount), 0) from wallet_reservation where account_id = wallet_account.id) as "reserved";
