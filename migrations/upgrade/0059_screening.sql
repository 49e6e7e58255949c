-- What a screener outside has to say about a withdrawal, and what it said: { until, silence, rule, approvals, approvers,
-- verdict, reason, evidence, by, at }. Null where no rule asked for it. The verdict is null until there is one; SILENCE
-- stands for none in time, where people decide then.
alter table withdrawal add column screening jsonb;

-- Also for processes of the version before, which know nothing of it: nothing goes on to the venue without a verdict.
alter table withdrawal add constraint withdrawal_screened check (
  screening is null
  or status in ('APPROVAL_REQUESTED', 'CANCELLED')
  or coalesce(screening ->> 'verdict' in ('PASS', 'HOLD', 'SILENCE'), false)
);
