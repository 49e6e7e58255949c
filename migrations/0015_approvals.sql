-- What the policy decided at creation: { policyVersion, rule, sentence, destination }. Null for older rows.
alter table withdrawal add column decision jsonb;

create index withdrawal_waiting on withdrawal (tenant, due_at, id) where status = 'APPROVAL_REQUESTED';
