-- countUnmatched
select count(*)::int as "count"
from "disbursement_answer_line"
where "tenant" = $1 and "outcome" in ($2, $3);

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

-- lockLine
select "disbursement_answer_line"."id", "outcome", details as "details"
from "disbursement_answer_line"
where "tenant" = $1 and "id" = $2
for update;

-- lockWaiting
select "disbursement_answer_line"."id", disbursement_number::float8 as "disbursement_number", details as "details", "imported_by"
from "disbursement_answer_line"
inner
join "disbursement_answer" on "disbursement_answer"."number" = "disbursement_answer_line"."answer_number"
where "disbursement_number" = any($1::bigint[]) and "outcome" = $2
order by "disbursement_answer_line"."id"
for update of "disbursement_answer_line";

-- selectAnswer
select *
from "disbursement_answer"
where "tenant" = $1 and "sha256" = $2;

-- selectKeys
select "key"
from "disbursement_answer_line"
where "tenant" = $1 and "key" = any($2::text[]);

-- selectUnmatched
select "disbursement_answer_line"."id", outcome as "outcome", answer_number::float8 as "answer_number", disbursement_number::float8 as "disbursement_number", details as "details", "reason"
from "disbursement_answer_line"
where "tenant" = $1 and "outcome" in ($2, $3)
order by "disbursement_answer_line"."id" desc
limit $4
offset $5;

-- takeAnswerNumber
select nextval('disbursement_answer_number') as "number";

-- updateLine
update "disbursement_answer_line"
set "outcome" = $1, "reason" = $2
where "id" = $3;
