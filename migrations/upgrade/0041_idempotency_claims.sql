-- Everything by which a repeat is recognised is in one table: references of commands, Idempotency-Keys of requests, and those
-- of batches of facts. References are kept for good; their rows stay where they are.
lock table batch_key, idempotency_key, request_key in access exclusive mode;

alter table idempotency_key rename to idempotency_claim;
alter table idempotency_claim rename column command to scope;
alter table idempotency_claim rename column input_hash to fingerprint;
alter table idempotency_claim
  -- The place of the command in its request.
  add column step smallint not null default 0,
  -- The first answer, as the API shows it. It is json, not jsonb, which would change the order of members. Null for a
  -- reference, which is answered by the present state of its subject, and where the answer belongs to a secret.
  add column answer json,
  add column expires_at timestamptz,
  -- Batches have none.
  alter column subject_id drop not null,
  drop constraint idempotency_key_pkey,
  -- The scope is the name of a command, `caller` with a name, or `batch`.
  add primary key (tenant, scope, key, step);

create index idempotency_claim_expires on idempotency_claim (expires_at) where expires_at is not null;

alter table request_key rename to earlier_request_key;
alter table batch_key rename to earlier_batch_key;

-- What follows is for processes of the version before, which may still run, and moves their rows. The next version removes it.

create view idempotency_key as
  select tenant, scope as command, key, fingerprint as input_hash, subject_id, created_at
  from idempotency_claim where scope <> 'batch' and scope not like 'caller %';

-- The version before stored results as Node serializes them, which SQL cannot convert. They are not moved: a repeat of such
-- a request is refused and names its subject.
create view request_key as
  select tenant, substr(scope, 8) as caller, key, step, fingerprint as content_hash, subject_id, null::bytea as result,
    created_at
  from idempotency_claim where scope like 'caller %';

create function request_key_insert() returns trigger language plpgsql as $$
begin
  insert into idempotency_claim (tenant, scope, key, step, fingerprint, subject_id, created_at, expires_at)
  values (new.tenant, 'caller ' || new.caller, new.key, new.step, new.content_hash, new.subject_id, new.created_at,
    new.created_at + interval '168 hours');
  return new;
end
$$;

create trigger request_key_insert instead of insert on request_key
  for each row execute function request_key_insert();

-- The fingerprint of a batch is the hash of its content, then `send` or `void` and the kind. Statements that processes have
-- prepared need columns of the same types and collations.
create view batch_key as
  select tenant, key, split_part(convert_from(substr(fingerprint, 33), 'UTF8'), ' ', 2) collate "default" as kind,
    substr(fingerprint, 1, 32) as sha256,
    coalesce((answer #>> '{answer,accepted}')::bigint, 0) as accepted,
    coalesce((answer #>> '{answer,repeated}')::bigint, 0) as repeated,
    coalesce(answer #>> '{answer,replaced}', answer #>> '{answer,restored}')::bigint as replaced,
    coalesce((answer #>> '{answer,withdrawn}')::bigint, 0) as withdrawn,
    (answer ->> 'asOf')::timestamptz as as_of,
    created_at
  from idempotency_claim where scope = 'batch';

create function batch_key_insert() returns trigger language plpgsql as $$
declare
  as_of text := to_char(new.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  made record;
  answer json;
begin
  if new.withdrawn > 0 then
    select number, voids into made from batch where created_at = new.as_of;
    answer := json_build_object('number', made.number, 'kind', new.kind, 'voids', made.voids,
      'withdrawn', new.withdrawn, 'restored', new.replaced, 'created_at', as_of);
  else
    answer := json_build_object('accepted', new.accepted, 'repeated', new.repeated, 'replaced', new.replaced,
      'refused', 0, 'errors', json_build_array());
  end if;
  insert into idempotency_claim (tenant, scope, key, fingerprint, answer, created_at, expires_at)
  values (new.tenant, 'batch', new.key,
    new.sha256 || convert_to(case when new.withdrawn > 0 then 'void ' else 'send ' end || new.kind, 'UTF8'),
    json_build_object('answer', answer, 'asOf', as_of), new.created_at, new.created_at + interval '168 hours');
  return new;
end
$$;

create trigger batch_key_insert instead of insert on batch_key for each row execute function batch_key_insert();

insert into idempotency_claim (tenant, scope, key, step, fingerprint, subject_id, created_at, expires_at)
  select tenant, 'caller ' || caller, key, step, content_hash, subject_id, created_at, created_at + interval '168 hours'
  from earlier_request_key;
insert into batch_key (tenant, key, kind, sha256, accepted, repeated, replaced, withdrawn, as_of, created_at)
  select tenant, key, kind, sha256, accepted, repeated, replaced, withdrawn, as_of, created_at from earlier_batch_key;
drop table earlier_request_key, earlier_batch_key;
