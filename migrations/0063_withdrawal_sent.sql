-- When the venue accepted it; while that is open, when it was asked; null while certainly nothing has left.
alter table withdrawal add column sent_at timestamptz;

update withdrawal set sent_at = updated_at where status in ('SUBMITTED', 'COMPLETED');
update withdrawal set sent_at = updated_at
  where status = 'PENDING' and exists (
    select from withdrawal_attempt
    where withdrawal_id = id
      and (withdrawal_attempt.outcome = 'accepted' or (kind = 'submit' and coalesce(outcome, 'unknown') = 'unknown'))
  );

-- Sums of what left or is leaving are read from it alone.
create index withdrawal_sent on withdrawal (tenant, asset, status, sent_at) include (venue, amount)
  where sent_at is not null;
