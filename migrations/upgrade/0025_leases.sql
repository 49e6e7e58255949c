-- stop-first worker: they use locks instead of leases, so limits would not hold for what both send at once.
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

-- The writer of the log keeps its lease; its epochs go on from where they are. The columns in log_head stay for processes of
-- the version before: one of each version may then write, and each refuses a batch that is not the next of the log.
select setval('lease_epoch', greatest(1, (select epoch from log_head)));
insert into lease (name, epoch, holder, address, expires_at)
  select 'facts', epoch, holder, address, expires_at from log_head where holder is not null;
