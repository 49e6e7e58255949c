-- Where the money of an account goes. Details never change: a change is another row.
create table disbursement_destination (
  id uuid primary key,
  tenant text not null,
  partner_uid text not null,
  account_id text not null,
  status text not null check (status in ('WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED', 'DISABLED')),
  details jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  -- Who confirmed or refused it.
  decided_by text,
  decided_at timestamptz,
  -- The end of its cooling-off period.
  usable_from timestamptz,
  -- Why it was refused or disabled.
  reason text,
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by is null or decided_by <> saved_by),
  check (status not in ('CONFIRMED', 'DISABLED') or usable_from is not null)
);

create unique index disbursement_destination_confirmed on disbursement_destination (tenant, account_id)
  where status = 'CONFIRMED';
create unique index disbursement_destination_waiting on disbursement_destination (tenant, account_id)
  where status = 'WAITING';
create index disbursement_destination_newest on disbursement_destination (tenant, saved_at desc, id);
-- The details of a destination name its recipient.
create index disbursement_destination_recipient on disbursement_destination ((details #>> '{recipient,id}'))
  where details #>> '{recipient,id}' is not null;

create function disbursement_destination_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a destination of disbursements keeps its details: this % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger disbursement_destination_details before update on disbursement_destination for each row
  when ((old.id, old.tenant, old.partner_uid, old.account_id, old.details, old.saved_by, old.saved_at)
    is distinct from (new.id, new.tenant, new.partner_uid, new.account_id, new.details, new.saved_by, new.saved_at))
  execute function disbursement_destination_refuse();
create trigger disbursement_destination_delete before delete on disbursement_destination
  for each row execute function disbursement_destination_refuse();

-- Why a partner gets no money for now.
create table disbursement_block (
  tenant text not null,
  partner_uid text not null,
  reason text not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (tenant, partner_uid)
);

create sequence disbursement_file_number;

-- What a bank is sent.
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
      old.line_count, old.total, old.sha256, old.sealed_by, old.sealed_at)
    is distinct from (new.number, new.tenant, new.bank, new.format, new.message_id, new.iban, new.currency,
      new.execution_date, new.line_count, new.total, new.sha256, new.sealed_by, new.sealed_at))
  execute function disbursement_file_refuse();
create trigger disbursement_file_delete before delete on disbursement_file
  for each row execute function disbursement_file_refuse();

-- The bytes of a file in parts, so that no process has to hold all of a large one. They are kept here so that they and the
-- disbursements in them change in one transaction.
create table disbursement_file_part (
  file_number bigint not null references disbursement_file,
  part integer not null,
  content bytea not null,
  primary key (file_number, part)
);

create trigger disbursement_file_part_change before update or delete on disbursement_file_part
  for each row execute function disbursement_file_refuse();
create trigger disbursement_file_part_truncate before truncate on disbursement_file_part
  execute function disbursement_file_refuse();

create sequence disbursement_run_number;

-- Disbursements of all accounts that have enough, requested together.
create table disbursement_run (
  number bigint primary key,
  tenant text not null,
  -- The day of the schedule that it was made for.
  due_on date,
  requested_by text not null,
  requested_at timestamptz not null,
  line_count integer not null,
  -- By currency.
  totals jsonb not null,
  -- How many accounts have no line, by reason.
  left_out jsonb not null,
  unique (tenant, due_on)
);

create index disbursement_run_newest on disbursement_run (tenant, number desc);

create sequence disbursement_number;

-- Money that leaves an account. Its reference in the ledger is `disbursement:<number>`.
create table disbursement (
  number bigint primary key,
  tenant text not null,
  partner_uid text not null,
  account_id text not null references wallet_account,
  currency text not null,
  amount numeric not null check (amount > 0),
  status text not null check (status in
    ('REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED', 'PAID', 'RETURNED', 'FAILED', 'CANCELLED')),
  requested_by text not null,
  requested_at timestamptz not null,
  -- The destination that the approver saw.
  destination_id uuid references disbursement_destination,
  approved_by text,
  approved_at timestamptz,
  -- Why it failed, was cancelled, came back or has to be approved again.
  reason text,
  returned_amount numeric check (returned_amount > 0 and returned_amount <= amount),
  updated_at timestamptz not null,
  file_number bigint references disbursement_file,
  run_number bigint references disbursement_run,
  -- Who said that the payment failed or came back, by a file or by hand, and who has looked at that since.
  settled_by text,
  settled_at timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  -- What another system that pays calls the payment.
  payment_reference text,
  check ((approved_by is null) = (approved_at is null)),
  check ((approved_by is null) = (destination_id is null)),
  check (status in ('REQUESTED', 'CANCELLED') or approved_by is not null),
  check (approved_by <> requested_by),
  check ((status = 'RETURNED') = (returned_amount is not null)),
  check (status not in ('REQUESTED', 'APPROVED') or file_number is null),
  check ((settled_by is null) = (settled_at is null)),
  check ((reviewed_by is null) = (reviewed_at is null)),
  check (reviewed_by <> settled_by)
);

create index disbursement_newest on disbursement (tenant, number desc);
create index disbursement_partner on disbursement (tenant, partner_uid, number desc);
create index disbursement_open on disbursement (account_id, number)
  where status in ('REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED');
create index disbursement_file_lines on disbursement (file_number, number) where file_number is not null;
create index disbursement_run_lines on disbursement (run_number, number) where run_number is not null;
create index disbursement_approved on disbursement (tenant, currency, number) where status = 'APPROVED';
create index disbursement_given_back on disbursement (account_id)
  where status in ('FAILED', 'RETURNED') and reviewed_by is null;

create sequence disbursement_answer_number;

-- What a bank sent back.
create table disbursement_answer (
  number bigint primary key,
  tenant text not null,
  bank text not null,
  sha256 bytea not null,
  applied integer not null,
  noted integer not null,
  unmatched integer not null,
  ignored integer not null,
  imported_by text not null,
  imported_at timestamptz not null,
  unique (tenant, sha256)
);

-- What it says about one payment. The key is the same when another file says it again.
create table disbursement_answer_line (
  id bigint generated always as identity primary key,
  tenant text not null,
  answer_number bigint not null references disbursement_answer,
  key text not null,
  -- WAITING is a return whose payment no statement has yet. A person ends UNMATCHED and WAITING.
  outcome text not null check (outcome in ('APPLIED', 'NOTED', 'UNMATCHED', 'WAITING', 'ASSIGNED', 'DISMISSED')),
  disbursement_number bigint references disbursement,
  details jsonb not null,
  -- Why a person has to look at it.
  reason text,
  resolved_by text,
  resolved_at timestamptz,
  -- Why it was dismissed.
  resolution text,
  unique (tenant, key)
);

create index disbursement_answer_line_unmatched on disbursement_answer_line (tenant, id desc)
  where outcome in ('UNMATCHED', 'WAITING');
create index disbursement_answer_line_waiting on disbursement_answer_line (disbursement_number)
  where outcome = 'WAITING';

-- What the trading service is asked to send for a disbursement to a chain.
create table disbursement_withdrawal (
  number bigint primary key references disbursement,
  -- The request. It never changes, so that a repeat of it is recognised.
  body jsonb,
  -- When it was sent, until an answer proves what became of it.
  asked_at timestamptz,
  ended_at timestamptz
);

create index disbursement_withdrawal_open on disbursement_withdrawal (number) where ended_at is null;
