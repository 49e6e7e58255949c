-- lockUnsent
select "id", "tenant", "status"
from "withdrawal"
where "status" in ($1, $2)
order by "id"
for update;

-- updateDoubted
update "withdrawal"
set "sent_at" = coalesce(sent_at, $1::timestamptz), "waiting_reason" = case when due_at is null then waiting_reason else $2::text end
where "status" = $3 and "id" = any($4::uuid[]);
