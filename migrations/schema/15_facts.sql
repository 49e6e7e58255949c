-- The log of accepted batches is the truth about facts and payouts; every fact store is a copy made from it. A batch is
-- a row here and a Parquet object in the storage.

-- Objects with the rows of one batch or, after compaction, of several.
create table log_object (
  key text primary key,
  kind text not null,
  first_number bigint not null check (first_number > 0),
  last_number bigint not null check (last_number >= first_number),
  row_count bigint not null check (row_count > 0),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null,
  -- When compaction moved its rows into another object. It is removed a while later: a reader may still need it.
  superseded_at timestamptz
);

create index log_object_kind on log_object (kind, first_number) where superseded_at is null;

create table batch (
  -- Without gaps.
  number bigint primary key check (number > 0),
  -- A store that knows the id of its last batch knows that it is a copy of this log and of no other.
  id uuid not null unique,
  kind text not null,
  tenant text not null,
  actor_kind text not null,
  actor_id text not null,
  -- The format it came in.
  source text not null,
  accepted bigint not null check (accepted >= 0),
  repeated bigint not null check (repeated >= 0),
  replaced bigint not null check (replaced >= 0),
  -- Of the object as it was first written.
  sha256 bytea not null check (length(sha256) = 32),
  object text not null references log_object (key),
  -- Later than that of the batch before.
  created_at timestamptz not null,
  -- A void is a batch that withdraws facts: those of an earlier batch, or single ones.
  withdrawn bigint not null default 0 check (withdrawn >= 0),
  -- The batch that it voids. A batch is voided once.
  voids bigint unique references batch (number),
  -- The name of the file that the batch came from, if it had one.
  file_name text check (length(file_name) <= 255),
  check (accepted + replaced + withdrawn > 0)
);

create index batch_of_object on batch (object);
create index batch_kind on batch (kind, number);

create function log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the log of batches is append-only: this % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Compaction moves the rows of a batch into another object; nothing else about a batch ever changes.
create trigger batch_change before update on batch for each row
  when ((old.number, old.id, old.kind, old.tenant, old.actor_kind, old.actor_id, old.source, old.accepted, old.repeated,
      old.replaced, old.withdrawn, old.voids, old.file_name, old.sha256, old.created_at)
    is distinct from (new.number, new.id, new.kind, new.tenant, new.actor_kind, new.actor_id, new.source, new.accepted,
      new.repeated, new.replaced, new.withdrawn, new.voids, new.file_name, new.sha256, new.created_at))
  execute function log_refuse();
create trigger batch_delete before delete on batch for each row execute function log_refuse();
create trigger batch_truncate before truncate on batch execute function log_refuse();

-- The last batch. Appending locks this row, so that numbers have no gaps.
create table log_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null default 0,
  created_at timestamptz not null default 'epoch'
);

insert into log_head (number) values (0);

-- Triggers, so that nothing a fact store copies can change without notifying every process that has a store.
create function notify_facts() returns trigger language plpgsql as $$
begin
  perform pg_notify('facts', tg_argv[0]);
  return null;
end
$$;

create trigger log_head_notify after update of number on log_head
  for each row when (old.number is distinct from new.number) execute function notify_facts('batch');

-- A change of what partners are paid, which a second person has to confirm. Its facts then go into the log.
create table proposal (
  id uuid primary key,
  tenant text not null,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED')),
  kind text not null,
  -- Whether its facts are sent or withdrawn.
  action text not null check (action in ('send', 'withdraw')),
  facts jsonb not null,
  reason text,
  proposed_by text not null,
  proposed_at timestamptz not null,
  -- Who confirmed, withdrew or refused it.
  ended_by text,
  ended_at timestamptz,
  -- The batch with its facts. A confirmed proposal without one changed nothing.
  batch bigint references batch (number),
  check ((status = 'PROPOSED') = (ended_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  check (status not in ('CONFIRMED', 'REFUSED') or ended_by <> proposed_by),
  check (batch is null or status = 'CONFIRMED')
);

create index proposal_newest on proposal (tenant, proposed_at desc, id);
