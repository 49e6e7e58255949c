-- saveDisplay
insert into "display_preference" ("credential_id", "language", "time_zone")
values ($1, $2, $3)
on conflict ("credential_id") do update
set "language" = $4, "time_zone" = $5
returning *;

-- selectDisplay
select *
from "display_preference"
where "credential_id" = $1;
