create sequence disbursement_file_number;

-- What a bank is sent. The bytes are kept here so that they and the disbursements in them change in one transaction.
create table disbursement_file (
  number bigint primary key,
  tenant text not null,
  -- The code of the bank profile.
  bank text not null,
  format text not null check (format in ('pain.001.001.03', 'pain.001.001.09', 'csv')),
  message_id text not null unique,
  -- Our own account.
  iban text not null,
  currency text not null,
  execution_date date not null,
  line_count integer not null check (line_count > 0),
  total numeric not null check (total > 0),
  sha256 bytea not null,
  content bytea not null,
  sealed_by text not null,
  sealed_at timestamptz not null,
  -- Of the first time.
  fetched_at timestamptz,
  unsealed_at timestamptz,
  check (fetched_at is null or unsealed_at is null)
);

create index disbursement_file_newest on disbursement_file (tenant, number desc);

create function disbursement_file_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a sealed file of disbursements never changes: this % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger disbursement_file_change before update on disbursement_file for each row
  when ((old.number, old.tenant, old.bank, old.format, old.message_id, old.iban, old.currency, old.execution_date,
      old.line_count, old.total, old.sha256, old.content, old.sealed_by, old.sealed_at)
    is distinct from (new.number, new.tenant, new.bank, new.format, new.message_id, new.iban, new.currency,
      new.execution_date, new.line_count, new.total, new.sha256, new.content, new.sealed_by, new.sealed_at))
  execute function disbursement_file_refuse();
create trigger disbursement_file_delete before delete on disbursement_file
  for each row execute function disbursement_file_refuse();

alter table disbursement
  add column file_number bigint references disbursement_file,
  add check (status not in ('REQUESTED', 'APPROVED') or file_number is null);

create index disbursement_file_lines on disbursement (file_number, number) where file_number is not null;
create index disbursement_approved on disbursement (tenant, currency, number) where status = 'APPROVED';
