-- The first result of every command that was given an idempotency key.
create table idempotency_key (
  tenant text not null,
  command text not null,
  key text not null,
  input_hash bytea not null,
  subject_id text not null,
  created_at timestamptz not null,
  primary key (tenant, command, key)
);

-- What happened, for those who listen outside; written with the change itself.
create table outbox (
  id bigint generated always as identity primary key,
  tenant text not null,
  type text not null,
  resource_kind text not null,
  resource_id text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

-- Who did what. A row is written with the change, and sealed into the hash chain right after the commit:
-- a chain head held until commit would let only one writer through at a time.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  tenant text not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null,
  trace_id text not null,
  seq bigint check (seq > 0),
  prev_hash bytea check (length(prev_hash) = 32),
  hash bytea check (length(hash) = 32),
  check (num_nulls(seq, prev_hash, hash) in (0, 3))
);

create unique index audit_log_seq on audit_log (seq) where seq is not null;
create index audit_log_pending on audit_log (id) where seq is null;

create function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only: this % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

-- Sealing a pending row, and changing nothing else in it, is the one update there is.
create trigger audit_log_update before update on audit_log for each row
  when (
    old.seq is not null or new.seq is null or
    (old.id, old.at, old.tenant, old.actor_kind, old.actor_id, old.action, old.subject_kind, old.subject_id,
      old.details::text, old.trace_id)
    is distinct from
    (new.id, new.at, new.tenant, new.actor_kind, new.actor_id, new.action, new.subject_kind, new.subject_id,
      new.details::text, new.trace_id)
  )
  execute function audit_log_refuse();
create trigger audit_log_insert before insert on audit_log for each row
  when (new.seq is not null) execute function audit_log_refuse();
create trigger audit_log_delete before delete on audit_log for each row execute function audit_log_refuse();
create trigger audit_log_truncate before truncate on audit_log execute function audit_log_refuse();

-- Makes the name of a job known to graphile-worker, which stores a number for it.
create function register_job_name(name text) returns integer language plpgsql as $$
declare
  known integer;
begin
  insert into graphile_worker._private_tasks (identifier) values (name)
    on conflict (identifier) do update set identifier = excluded.identifier
    returning id into known;
  return known;
end
$$;
