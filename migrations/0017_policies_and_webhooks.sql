-- A proposal can be withdrawn by its proposer or refused by another person.
alter table policy drop constraint policy_status_check;
alter table policy add constraint policy_status_check
  check (status in ('PROPOSED', 'ACTIVE', 'REPLACED', 'WITHDRAWN', 'REFUSED'));
alter table policy add column ended_by text;
alter table policy add column ended_at timestamptz;
alter table policy add check ((ended_by is null) = (ended_at is null));
alter table policy add check (status <> 'REFUSED' or ended_by <> proposed_by);

-- Events of a paused destination wait.
alter table webhook_destination add column paused boolean not null default false;
-- The beginning of the body of the last response.
alter table webhook_delivery add column last_answer text;
