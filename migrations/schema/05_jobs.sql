-- The right to do something that only one process may do at a time, such as submitting withdrawals at one account. A
-- lease ends by itself when its holder does not renew it.
create sequence lease_epoch;

create table lease (
  name text primary key,
  -- A number that no earlier holder had. It is unique so that a new holder conflicts with `for key share`, by which the
  -- transactions of the holder keep the lease, while a renewal does not.
  epoch bigint not null unique default nextval('lease_epoch'),
  holder text not null,
  -- Where the holder can be reached.
  address text,
  since timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

-- How often a worker died or hung while it ran a job.
create table job_kill (
  job_id bigint primary key,
  kills integer not null
);
