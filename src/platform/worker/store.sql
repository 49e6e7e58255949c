-- countJobs
select case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end as "state", count(*) as "jobs"
from "graphile_worker"."jobs"
group by case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end;

-- countKill
insert into "job_kill" ("job_id", "kills")
values ($1, $2)
on conflict ("job_id") do update
set "kills" = job_kill.kills + 1
returning "kills";

-- deleteDeadWorkers
delete
from "lease"
where starts_with(name, $1) and expires_at <= clock_timestamp()
returning "name";

-- deleteJob
select "id"
from graphile_worker.complete_jobs(array[$1]::bigint[]) as "job";

-- failJob
select "id"
from graphile_worker.permanently_fail_jobs(array[$1]::bigint[], $2) as "job";

-- forgetKills
delete
from "job_kill"
where "job_id" = $1;

-- rescheduleJob
select "id"
from graphile_worker.reschedule_jobs(
        array[$1]::bigint[], run_at => now() + $2::float8 * interval '1 millisecond',
        attempts => $3::int) as "job";

-- selectJob
select "id", "task_identifier" as "name", case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end as "state", "attempts", "max_attempts" as "maxAttempts", "run_at" as "runAt", "last_error" as "lastError", "created_at" as "createdAt"
from "graphile_worker"."jobs"
where "id" = $1 and flags ? $2;

-- selectJobs
select "id", "task_identifier" as "name", case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end as "state", "attempts", "max_attempts" as "maxAttempts", "run_at" as "runAt", "last_error" as "lastError", "created_at" as "createdAt"
from "graphile_worker"."jobs"
where case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'dead'
  when run_at <= now() then 'waiting'
  when attempts > 0 then 'retrying'
  else 'scheduled' end = $1 and flags ? $2 and "id" > $3
order by "id"
limit $4;

-- selectOrphans
select "id", "attempts", "locked_by"
from "graphile_worker"."jobs" as "job"
where "locked_by" is not null and task_identifier = any($1::text[]) and not exists (select "name" from "lease" where name = $2 || locked_by);

-- sweepKills
delete
from "job_kill"
where not exists (select "id" from "graphile_worker"."jobs" where "id" = "job_kill"."job_id");

-- unlockWorkers
select graphile_worker.force_unlock_workers($1::text[]) as "unlocked";
