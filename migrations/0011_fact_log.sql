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
  check (accepted + replaced > 0)
);

create index batch_of_object on batch (object);

create function log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the log of batches is append-only: this % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Compaction moves the rows of a batch into another object; nothing else about a batch ever changes.
create trigger batch_change before update on batch for each row
  when ((old.number, old.id, old.kind, old.tenant, old.actor_kind, old.actor_id, old.source, old.accepted, old.repeated,
      old.replaced, old.sha256, old.created_at)
    is distinct from (new.number, new.id, new.kind, new.tenant, new.actor_kind, new.actor_id, new.source, new.accepted,
      new.repeated, new.replaced, new.sha256, new.created_at))
  execute function log_refuse();
create trigger batch_delete before delete on batch for each row execute function log_refuse();
create trigger batch_truncate before truncate on batch execute function log_refuse();

-- The last batch, and the lease of the one process that may append. Appending locks this row, so that numbers have no
-- gaps, and checks the epoch, so that a process that has lost the lease cannot append.
create table log_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null default 0,
  created_at timestamptz not null default 'epoch',
  -- Grows whenever another process takes the lease.
  epoch bigint not null default 0,
  holder text,
  -- Where the holder can be reached.
  address text,
  expires_at timestamptz not null default 'epoch'
);

insert into log_head (number) values (0);

-- A payout is a batch too, whose object holds the credited rows.
alter table payout add column batch bigint not null unique references batch (number);
