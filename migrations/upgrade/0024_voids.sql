-- A void is a batch that withdraws facts: those of an earlier batch, or single ones.
alter table batch add column withdrawn bigint not null default 0 check (withdrawn >= 0);
-- The batch that it voids. A batch is voided once.
alter table batch add column voids bigint unique references batch (number);
-- The name of the file that the batch came from, if it had one.
alter table batch add column file_name text check (length(file_name) <= 255);
alter table batch drop constraint batch_check;
alter table batch add check (accepted + replaced + withdrawn > 0);

create index batch_kind on batch (kind, number);

drop trigger batch_change on batch;
create trigger batch_change before update on batch for each row
  when ((old.number, old.id, old.kind, old.tenant, old.actor_kind, old.actor_id, old.source, old.accepted, old.repeated,
      old.replaced, old.withdrawn, old.voids, old.file_name, old.sha256, old.created_at)
    is distinct from (new.number, new.id, new.kind, new.tenant, new.actor_kind, new.actor_id, new.source, new.accepted,
      new.repeated, new.replaced, new.withdrawn, new.voids, new.file_name, new.sha256, new.created_at))
  execute function log_refuse();

alter table batch_key add column withdrawn bigint not null default 0;
