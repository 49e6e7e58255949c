-- announce
insert into "outbox" ("tenant", "type", "resource_kind", "resource_id", "payload", "created_at")
select disbursement.tenant, $1, 'disbursement', number::text, json_build_object(
          'number', number, 'partner_uid', disbursement.partner_uid, 'account_id', disbursement.account_id,
          'currency', currency, 'amount', amount::text, 'status', disbursement.status, 'reason', disbursement.reason,
          'returned_amount', returned_amount::text, 'payment_reference', payment_reference, 'destination',
          '{"kind": "bank"}'::jsonb || destination.details), $2::timestamptz
       
from disbursement
left
join disbursement_destination as destination
          on destination.id = disbursement.destination_id
       
where number = any($3::bigint[]) and exists (
          select from webhook_destination as wanting
          where wanting.tenant = disbursement.tenant and wanting.service = 'partner' and $4 = any(wanting.events))
       
order by number;

-- announceRun
insert into "outbox" ("tenant", "type", "resource_kind", "resource_id", "payload", "created_at")
select disbursement.tenant, $1, 'disbursement', number::text, json_build_object(
          'number', number, 'partner_uid', disbursement.partner_uid, 'account_id', disbursement.account_id,
          'currency', currency, 'amount', amount::text, 'status', disbursement.status, 'reason', disbursement.reason,
          'returned_amount', returned_amount::text, 'payment_reference', payment_reference, 'destination',
          '{"kind": "bank"}'::jsonb || destination.details), $2::timestamptz
       
from disbursement
left
join disbursement_destination as destination
          on destination.id = disbursement.destination_id
       
where run_number = $3::bigint and exists (
          select from webhook_destination as wanting
          where wanting.tenant = disbursement.tenant and wanting.service = 'partner' and $4 = any(wanting.events))
       
order by number;

-- approveDisbursements
update "disbursement"
set "status" = case details->>'kind'
          when 'external' then 'SENT' when 'chain' then 'SEALED' else 'APPROVED' end, "destination_id" = disbursement_destination.id, "approved_by" = $1, "approved_at" = $2, "reason" = $3, "updated_at" = $4
from "disbursement_destination"
where "number" = any($5::bigint[]) and "disbursement"."status" = $6 and "disbursement_destination"."status" = $7 and "disbursement_destination"."tenant" = "disbursement"."tenant" and "disbursement_destination"."account_id" = "disbursement"."account_id" and "disbursement_destination"."partner_uid" = "disbursement"."partner_uid"
returning disbursement.number::float8 as "number", "disbursement"."status", "disbursement"."partner_uid", "disbursement"."account_id", "disbursement"."currency", "disbursement"."amount";

-- countDisbursements
select count(*)::int as "count"
from "disbursement"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or partner_uid = $5::text)
    and ($6::text is null or account_id = $7::text)
    and ($8::bigint is null or run_number = $9::bigint);

-- insertDisbursement
insert into "disbursement" ("number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", "file_number", "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
returning disbursement.number::float8 as "number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", file_number::float8 as "file_number", run_number::float8 as "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at";

-- lockDisbursements
select disbursement.number::float8 as "number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", file_number::float8 as "file_number", run_number::float8 as "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at"
from "disbursement"
where "tenant" = $1 and "number" = any($2::bigint[])
order by "disbursement"."number"
for update;

-- reopenApproved
update "disbursement"
set "status" = $1, "destination_id" = $2, "approved_by" = $3, "approved_at" = $4, "reason" = $5, "updated_at" = $6
where "destination_id" = $7 and "status" = $8
returning disbursement.number::float8 as "number";

-- selectDisbursement
select disbursement.number::float8 as "number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", file_number::float8 as "file_number", run_number::float8 as "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at"
from "disbursement"
where "tenant" = $1 and "disbursement"."number" = $2;

-- selectDisbursements
select disbursement.number::float8 as "number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", file_number::float8 as "file_number", run_number::float8 as "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at"
from "disbursement"
where "tenant" = $1 and ($2::text is null or status = $3::text)
    and ($4::text is null or partner_uid = $5::text)
    and ($6::text is null or account_id = $7::text)
    and ($8::bigint is null or run_number = $9::bigint)
order by "disbursement"."number" desc
limit $10
offset $11;

-- selectGivenBack
select disbursement.number::float8 as "number", "account_id", settled_by as "settled_by", settled_at as "settled_at"
from "disbursement"
where "account_id" = any($1::text[]) and "status" in ($2, $3) and "reviewed_by" is null and "settled_by" is not null;

-- selectPayees
select disbursement.number::float8 as "number", "disbursement_destination"."details", (
        select count(*)::int from disbursement earlier
        where earlier.tenant = disbursement.tenant and earlier.partner_uid = disbursement.partner_uid
          and earlier.number < disbursement.number and earlier.status = 'PAID'
          and earlier.destination_id = disbursement_destination.id) as "paid_before"
from "disbursement"
inner
join "disbursement_destination" on "disbursement_destination"."id" = coalesce(disbursement.destination_id, (
          select confirmed.id from disbursement_destination confirmed
          where confirmed.tenant = disbursement.tenant and confirmed.account_id = disbursement.account_id
            and confirmed.partner_uid = disbursement.partner_uid and confirmed.status = 'CONFIRMED'))
where "disbursement"."tenant" = $1 and "disbursement"."number" = any($2::bigint[]);

-- takeNumber
select nextval('disbursement_number')::float8 as "number";

-- updateDisbursements
update "disbursement"
set "status" = $1, "updated_at" = $2
where "number" = any($3::bigint[]) and "status" = $4
returning disbursement.number::float8 as "number", "tenant", "partner_uid", "account_id", "currency", "amount", "status", "requested_by", "requested_at", "destination_id", "approved_by", "approved_at", "reason", "returned_amount", file_number::float8 as "file_number", run_number::float8 as "run_number", "settled_by", "settled_at", "reviewed_by", "reviewed_at", "payment_reference", "updated_at";
