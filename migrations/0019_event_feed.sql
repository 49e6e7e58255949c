-- The events of the last day, for streams. They are moved here from the outbox by one process at a time, so that a later
-- event always has a higher number: the numbers of the outbox are given before the commit and do not have that order.
create table event_feed (
  seq bigint generated always as identity primary key,
  tenant text not null,
  type text not null,
  payload json not null,
  created_at timestamptz not null
);

create index event_feed_tenant on event_feed (tenant, seq);
