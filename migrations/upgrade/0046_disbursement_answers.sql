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
  outcome text not null check (outcome in ('APPLIED', 'NOTED', 'UNMATCHED')),
  disbursement_number bigint references disbursement,
  details jsonb not null,
  -- Why a person has to look at it.
  reason text,
  unique (tenant, key)
);

create index disbursement_answer_line_unmatched on disbursement_answer_line (tenant, id desc)
  where outcome = 'UNMATCHED';
