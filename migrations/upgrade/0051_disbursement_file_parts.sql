-- The bytes of a file in parts, so that no process has to hold all of a large one.
create table disbursement_file_part (
  file_number bigint not null references disbursement_file,
  part integer not null,
  content bytea not null,
  primary key (file_number, part)
);

insert into disbursement_file_part (file_number, part, content) select number, 0, content from disbursement_file;

create trigger disbursement_file_part_change before update or delete on disbursement_file_part
  for each row execute function disbursement_file_refuse();
create trigger disbursement_file_part_truncate before truncate on disbursement_file_part
  execute function disbursement_file_refuse();

drop trigger disbursement_file_change on disbursement_file;
alter table disbursement_file drop column content;
create trigger disbursement_file_change before update on disbursement_file for each row
  when ((old.number, old.tenant, old.bank, old.format, old.message_id, old.iban, old.currency, old.execution_date,
      old.line_count, old.total, old.sha256, old.sealed_by, old.sealed_at)
    is distinct from (new.number, new.tenant, new.bank, new.format, new.message_id, new.iban, new.currency,
      new.execution_date, new.line_count, new.total, new.sha256, new.sealed_by, new.sealed_at))
  execute function disbursement_file_refuse();
