-- countUnmatched
select count(*)::int as "count"
from "disbursement_answer_line"
where "tenant" = $1 and "outcome" = $2;

-- insertAnswer
insert into "disbursement_answer" ("number", "tenant", "bank", "sha256", "applied", "noted", "unmatched", "ignored", "imported_by", "imported_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("tenant", "sha256") do nothing
returning *;

-- insertLines
insert into "disbursement_answer_line" ("tenant", "answer_number", "key", "outcome", "disbursement_number", "details", "reason")
select $1, $2::bigint, key, outcome, disbursement_number, details, reason
       
from jsonb_to_recordset($3::jsonb) as given
          (key text, outcome text, disbursement_number bigint, details jsonb, reason text);

-- lockKnown
select disbursement.number::float8 as "number", "disbursement"."amount", "disbursement"."currency", disbursement.status as "status", disbursement.approved_by as "approved_by", disbursement.approved_at as "approved_at", "disbursement_file"."message_id", "disbursement_file"."iban"
from "disbursement"
inner
join "disbursement_file" on "disbursement_file"."number" = "disbursement"."file_number"
where "disbursement"."tenant" = $1 and (disbursement.number = any($2::bigint[])
          or disbursement_file.message_id = any($3::text[]))
order by "disbursement"."number"
for update of "disbursement";

-- selectAnswer
select *
from "disbursement_answer"
where "tenant" = $1 and "sha256" = $2;

-- selectKeys
select "key"
from "disbursement_answer_line"
where "tenant" = $1 and "key" = any($2::text[]);

-- selectUnmatched
select "disbursement_answer_line"."id", answer_number::float8 as "answer_number", disbursement_number::float8 as "disbursement_number", details as "details", "reason"
from "disbursement_answer_line"
where "tenant" = $1 and "outcome" = $2
order by "disbursement_answer_line"."id" desc
limit $3
offset $4;

-- takeAnswerNumber
select nextval('disbursement_answer_number') as "number";
