-- The service that an entry belongs to; null for both, which share people and clients. The default gives it to all existing
-- rows without writing them; those of which it is not true are corrected below.
alter table audit_log add column service text default 'trading' check (service in ('trading', 'partner'));
alter table audit_log alter column service drop default;

-- The service of an entry that was written without one: before there was the column, by the version before it, or at the
-- command line.
create function audit_service(action text, details json) returns text immutable language sql
return case
  when split_part(action, '.', 1) in ('credential', 'factor', 'person', 'signing-key') then null
  when split_part(action, '.', 1) in ('session', 'sign-in', 'token') then details ->> 'service'
  when split_part(action, '.', 1) in
    ('account', 'batch', 'link', 'partner', 'payout', 'program', 'proposal', 'rebate', 'rebate-group', 'saved-view')
    then 'partner'
  else 'trading'
end;

drop trigger audit_log_update on audit_log;
update audit_log set service = audit_service(action, details)
  where audit_service(action, details) is distinct from 'trading';
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

create function audit_log_add_service() returns trigger language plpgsql as $$
begin
  new.service := audit_service(new.action, new.details);
  return new;
end
$$;
create trigger audit_log_service before insert on audit_log for each row
  when (new.service is null) execute function audit_log_add_service();

-- Lists count the entries of one service without reading the table.
drop index audit_log_tenant;
create index audit_log_tenant on audit_log (tenant, id) include (service);

-- As before, with the service in the hash where there is one. Rows that were sealed before keep their hashes without it.
create or replace function seal_audit_log(most integer) returns integer language plpgsql as $$
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
