-- countDocuments
select count(*)::int as "count"
from "self_billing_document"
where "tenant" = $1 and ($2::text is null or partner_uid = $3::text)
    and ($4::bigint is null or disbursement_number = $5::bigint);

-- insertAgreement
insert into "self_billing_agreement" ("id", "tenant", "partner_uid", "text_sha256", "details", "accepted_by", "accepted_at", "valid_to")
values ($1, $2, $3, $4, $5, $6, $7, $8)
returning *;

-- insertDocuments
insert into "self_billing_document" ("tenant", "number", "series", "serial", "kind", "disbursement_number", "partner_uid", "account_id", "issued_on", "corrects", "content")
select $1, content ->> 'number', series, serial, content ->> 'kind',
            (content ->> 'disbursement_number')::bigint, content #>> '{partner,partner_uid}', content ->> 'account_id',
            (content ->> 'issued_on')::date, content #>> '{corrects,number}', content
         
from jsonb_to_recordset($2::jsonb) as given
            (series text, serial bigint, content jsonb)
         
order by serial;

-- selectAgreements
select distinct on ("partner_uid") *
from "self_billing_agreement"
where "tenant" = $1 and "partner_uid" = any($2::text[])
order by "partner_uid", "accepted_at" desc, "id" desc;

-- selectDocument
select "content"
from "self_billing_document"
where "tenant" = $1 and "number" = $2;

-- selectDocuments
select "content"
from "self_billing_document"
where "tenant" = $1 and ($2::text is null or partner_uid = $3::text)
    and ($4::bigint is null or disbursement_number = $5::bigint)
order by "issued_on" desc, "series", "serial" desc
limit $6
offset $7;

-- selectInvoices
select "series", "content"
from "self_billing_document"
where "disbursement_number" = any($1::bigint[]) and "kind" = $2 and not exists (select from self_billing_document correction
        where correction.tenant = self_billing_document.tenant and correction.corrects = self_billing_document.number)
order by "disbursement_number";

-- selectUnbilled
select "account_id", "first_day"
from (
          select account_id, coalesce(
            (select content ->> 'period_to' from self_billing_document invoice
              where invoice.tenant = $1 and invoice.account_id = account.account_id and kind = 'invoice'
                and not exists (select from self_billing_document correction
                  where correction.tenant = invoice.tenant and correction.corrects = invoice.number)
              order by issued_on desc, serial desc limit 1),
            (select (min(created_at) at time zone 'utc')::date::text from wallet_entry entry
              where entry.account_id = account.account_id)) as first_day
          from unnest($2::text[]) as account (account_id)) as "unbilled";

-- takeSerials
insert into "self_billing_series" ("tenant", "series", "serial", "issued_on")
values ($1, $2, $3, $4)
on conflict ("tenant", "series") do update
set "serial" = self_billing_series.serial + excluded.serial, "issued_on" = greatest(self_billing_series.issued_on, excluded.issued_on)
returning serial::float8 as "last", self_billing_series.issued_on::text as "issued_on";
