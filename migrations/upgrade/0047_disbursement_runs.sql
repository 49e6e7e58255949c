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

alter table disbursement add column run_number bigint references disbursement_run;

create index disbursement_run_lines on disbursement (run_number, number) where run_number is not null;
