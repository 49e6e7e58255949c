-- Metrics count what is not finished and find the oldest, whatever has accumulated besides.
create index withdrawal_open on withdrawal (tenant, venue, status, created_at)
  where status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED');
create index conversion_open on conversion (tenant, status, created_at)
  where status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL');
