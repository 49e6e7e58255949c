-- Who said that a payment failed or came back, by a file or by hand, and who has looked at that since.
alter table disbursement
  add column settled_by text,
  add column settled_at timestamptz,
  add column reviewed_by text,
  add column reviewed_at timestamptz,
  add check ((settled_by is null) = (settled_at is null)),
  add check ((reviewed_by is null) = (reviewed_at is null)),
  add check (reviewed_by <> settled_by);

create index disbursement_given_back on disbursement (account_id)
  where status in ('FAILED', 'RETURNED') and reviewed_by is null;

-- WAITING is a return whose payment no statement has yet. A person ends UNMATCHED and WAITING.
alter table disbursement_answer_line
  drop constraint disbursement_answer_line_outcome_check,
  add constraint disbursement_answer_line_outcome_check
    check (outcome in ('APPLIED', 'NOTED', 'UNMATCHED', 'WAITING', 'ASSIGNED', 'DISMISSED')),
  add column resolved_by text,
  add column resolved_at timestamptz,
  -- Why it was dismissed.
  add column resolution text;

drop index disbursement_answer_line_unmatched;
create index disbursement_answer_line_unmatched on disbursement_answer_line (tenant, id desc)
  where outcome in ('UNMATCHED', 'WAITING');
create index disbursement_answer_line_waiting on disbursement_answer_line (disbursement_number)
  where outcome = 'WAITING';
