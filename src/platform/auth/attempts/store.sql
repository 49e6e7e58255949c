-- deleteOldAttempts
delete
from "sign_in_attempts"
where (("last_succeeded_at" is null and "last_failed_at" < $1) or "last_succeeded_at" < $2);

-- deleteSurplusSources
delete
from "sign_in_attempts"
using (select "service", "name_hash", "source", row_number() over (partition by service, name_hash order by last_succeeded_at desc) as "rank" from "sign_in_attempts" where "last_succeeded_at" is not null) as "ranked"
where "sign_in_attempts"."service" = "ranked"."service" and "sign_in_attempts"."name_hash" = "ranked"."name_hash" and "sign_in_attempts"."source" = "ranked"."source" and "ranked"."rank" > $1;

-- recordFailure
insert into "sign_in_attempts" ("service", "name_hash", "source", "failures", "last_failed_at", "last_succeeded_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("service", "name_hash", "source") do update
set "failures" = case when sign_in_attempts.last_failed_at < $7 then 1
            else sign_in_attempts.failures + 1 end, "last_failed_at" = $8
returning "failures", "last_succeeded_at";

-- recordSuccess
insert into "sign_in_attempts" ("service", "name_hash", "source", "failures", "last_failed_at", "last_succeeded_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("service", "name_hash", "source") do update
set "failures" = $7, "last_failed_at" = $8, "last_succeeded_at" = $9;

-- selectAttempts
select "failures", "last_failed_at", "last_succeeded_at"
from "sign_in_attempts"
where "service" = $1 and "name_hash" = $2 and "source" = $3;

-- selectPerson
select "name"
from "credential"
where "tenant" = $1 and "id" = $2 and "kind" = $3 and "revoked_at" is null;

-- takeTurn
update "sign_in_attempts"
set "last_failed_at" = $1
where "service" = $2 and "name_hash" = $3 and "source" = $4 and "last_failed_at" = $5
returning "failures";
