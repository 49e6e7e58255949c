-- countFiles
select count(*)::int as "count"
from "disbursement_file"
where "tenant" = $1;

-- insertFile
insert into "disbursement_file" ("number", "tenant", "bank", "format", "message_id", "iban", "currency", "execution_date", "line_count", "total", "sha256", "sealed_by", "sealed_at", "fetched_at", "unsealed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
returning disbursement_file.number::float8 as "number", "bank", "format", "message_id", "iban", "currency", execution_date::text as "execution_date", "line_count", "total", encode(sha256, 'hex') as "sha256", "sealed_by", "sealed_at", "fetched_at", "unsealed_at";

-- insertPart
insert into "disbursement_file_part" ("file_number", "part", "content")
values ($1, $2, $3);

-- lockApproved
select disbursement.number::float8 as "number", "account_id"
from "disbursement"
where "tenant" = $1 and "currency" = $2 and "status" = $3
order by "disbursement"."number"
limit $4
for update;

-- lockFile
select disbursement_file.number::float8 as "number", "bank", "format", "message_id", "iban", "currency", execution_date::text as "execution_date", "line_count", "total", encode(sha256, 'hex') as "sha256", "sealed_by", "sealed_at", "fetched_at", "unsealed_at"
from "disbursement_file"
where "tenant" = $1 and "disbursement_file"."number" = $2
for update;

-- moveLines
update "disbursement"
set "status" = $1, "updated_at" = $2
where "file_number" = $3 and "status" = $4;

-- putLines
update "disbursement"
set "status" = $1, "file_number" = $2, "updated_at" = $3
where "number" = any($4::bigint[]) and "status" = $5;

-- selectApproved
select disbursement.number::float8 as "number", "disbursement"."partner_uid", "disbursement"."account_id", "disbursement"."currency", "disbursement"."amount", disbursement_destination.details as "details"
from "disbursement"
inner
join "disbursement_destination" on "disbursement_destination"."id" = "disbursement"."destination_id"
where "number" = any($1::bigint[])
order by "disbursement"."number";

-- selectFileLines
select disbursement.number::float8 as "number"
from "disbursement"
where "file_number" = $1
order by "disbursement"."number"
for update;

-- selectFiles
select disbursement_file.number::float8 as "number", "bank", "format", "message_id", "iban", "currency", execution_date::text as "execution_date", "line_count", "total", encode(sha256, 'hex') as "sha256", "sealed_by", "sealed_at", "fetched_at", "unsealed_at"
from "disbursement_file"
where "tenant" = $1
order by "disbursement_file"."number" desc
limit $2
offset $3;

-- selectInFiles
select "account_id", sum(amount) as "amount"
from "disbursement"
where "account_id" = any($1::text[]) and "status" in ($2, $3, $4)
group by "account_id";

-- selectPart
select "content"
from "disbursement_file_part"
where "file_number" = $1 and "part" = $2;

-- takeFileNumber
select nextval('disbursement_file_number')::float8 as "number";

-- updateFile
update "disbursement_file"
set "fetched_at" = $1
where "number" = $2
returning disbursement_file.number::float8 as "number", "bank", "format", "message_id", "iban", "currency", execution_date::text as "execution_date", "line_count", "total", encode(sha256, 'hex') as "sha256", "sealed_by", "sealed_at", "fetched_at", "unsealed_at";
