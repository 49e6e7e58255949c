-- How often a worker died or hung while it ran a job.
create table job_kill (
  job_id bigint primary key,
  kills integer not null
);
