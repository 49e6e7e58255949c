-- Who did what. A row is written in the transaction of the change and joins the hash chain right after the commit:
-- holding the head of the chain until the commit would serialize all writers. Like the payload of an event, the
-- details are json because they are never queried.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  tenant text not null,
  actor_kind text not null,
  actor_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details json not null,
  trace_id text not null,
  -- The trace id that the caller sent, beside ours.
  caller_trace_id text,
  seq bigint check (seq > 0),
  prev_hash bytea check (length(prev_hash) = 32),
  hash bytea check (length(hash) = 32),
  -- The service that an entry belongs to; null for both, which share people and clients.
  service text check (service in ('trading', 'partner')),
  check (num_nulls(seq, prev_hash, hash) in (0, 3))
);

create unique index audit_log_seq on audit_log (seq) where seq is not null;
create index audit_log_pending on audit_log (id) where seq is null;
-- Lists of a tenant read this index backwards, and count the entries of one service without reading the table.
create index audit_log_tenant on audit_log (tenant, id) include (service);
-- The history of one withdrawal is read from the audit log.
create index audit_log_withdrawal on audit_log (subject_id, id) where subject_kind = 'withdrawal';
-- The log is appended in order of time, so block ranges find a time.
create index audit_log_time on audit_log using brin (at);

create function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only: this % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

-- The only permitted update seals a pending row and changes nothing else in it.
create trigger audit_log_update before update on audit_log for each row
  when (
    old.seq is not null or new.seq is null or
    (old.id, old.at, old.tenant, old.actor_kind, old.actor_id, old.action, old.subject_kind, old.subject_id,
      old.details::text, old.trace_id, old.caller_trace_id, old.service)
    is distinct from
    (new.id, new.at, new.tenant, new.actor_kind, new.actor_id, new.action, new.subject_kind, new.subject_id,
      new.details::text, new.trace_id, new.caller_trace_id, new.service)
  )
  execute function audit_log_refuse();
create trigger audit_log_insert before insert on audit_log for each row
  when (new.seq is not null) execute function audit_log_refuse();
create trigger audit_log_delete before delete on audit_log for each row execute function audit_log_refuse();
create trigger audit_log_truncate before truncate on audit_log execute function audit_log_refuse();

-- The service of an entry that was written without one, as at the command line.
create function audit_service(action text, details json) returns text immutable language sql
return case
  when split_part(action, '.', 1) in ('credential', 'factor', 'person', 'signing-key') then null
  when split_part(action, '.', 1) in ('session', 'sign-in', 'token') then details ->> 'service'
  when split_part(action, '.', 1) in
    ('account', 'batch', 'link', 'partner', 'payout', 'program', 'proposal', 'rebate', 'rebate-group', 'saved-view')
    then 'partner'
  else 'trading'
end;

create function audit_log_add_service() returns trigger language plpgsql as $$
begin
  new.service := audit_service(new.action, new.details);
  return new;
end
$$;
create trigger audit_log_service before insert on audit_log for each row
  when (new.service is null) execute function audit_log_add_service();

-- Seals pending rows in the order of their ids and returns how many. A hash covers the previous hash and the row as
-- canonical JSON with every value as text; a caller's trace id that was not sent is left out, and so is the service of an
-- entry that has none. Verification computes the same hash independently, in TypeScript.
create function seal_audit_log(most integer) returns integer language plpgsql as $$
declare
  head record;
  entry record;
  ids bigint[] := '{}';
  hashes bytea[];
begin
  -- Read the head only under the lock: the previous holder has moved it.
  perform pg_advisory_xact_lock(7216340012);
  select coalesce(max(seq), 0) as seq, decode(repeat('00', 32), 'hex') as hash into head from audit_log;
  if head.seq > 0 then
    select seq, hash into head from audit_log where seq = head.seq;
  end if;
  hashes := array[head.hash];
  for entry in
    select id,
      format('{"action":%s,"actor_id":%s,"actor_kind":%s,"at":"%s",%s"details":%s,"id":"%s","seq":"',
        to_json(action), to_json(actor_id), to_json(actor_kind),
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        '"caller_trace_id":' || to_json(caller_trace_id)::text || ',', to_json(details::text), id) as opening,
      format('",%s"subject_id":%s,"subject_kind":%s,"tenant":%s,"trace_id":%s}',
        '"service":' || to_json(service)::text || ',',
        to_json(subject_id), to_json(subject_kind), to_json(tenant), to_json(trace_id)) as closing
    from audit_log where seq is null order by id limit most
  loop
    ids := ids || entry.id;
    hashes := hashes || sha256(hashes[cardinality(hashes)] ||
      convert_to(entry.opening || head.seq + cardinality(ids) || entry.closing, 'UTF8'));
  end loop;
  update audit_log set seq = head.seq + place, prev_hash = hashes[place], hash = hashes[place + 1]
    from unnest(ids) with ordinality as pending (id, place) where audit_log.id = pending.id;
  return cardinality(ids);
end
$$;

-- The last verification of the chain, in one row.
create table audit_verification (
  single boolean primary key default true check (single),
  at timestamptz not null,
  -- The number of intact rows, and the last of them as `seq:hash`.
  rows bigint not null,
  head text not null,
  -- The first bad row and what is wrong with it. Null if the chain is intact.
  fault_seq bigint,
  fault_kind text,
  check ((fault_seq is null) = (fault_kind is null))
);
