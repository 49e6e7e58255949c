-- Events for webhook destinations, written in the transaction of the change.
-- The payload is json, not jsonb: it is never queried, and storing the text as received is cheaper.
create table outbox (
  id bigint generated always as identity primary key,
  tenant text not null,
  type text not null,
  resource_kind text not null,
  resource_id text not null,
  payload json not null,
  created_at timestamptz not null
);

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

create table webhook_destination (
  id uuid primary key,
  tenant text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Sealed with a key derived from the root secret. After a rotation, the previous secret also signs for a while.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  -- Events of a paused destination wait.
  paused boolean not null default false,
  -- Each service has destinations of its own, for its own events.
  service text not null default 'trading' check (service in ('trading', 'partner')),
  check ((previous_secret is null) = (previous_until is null))
);

create index webhook_destination_tenant on webhook_destination (tenant, created_at, id);

-- An event that at least one destination subscribes to, moved here from the outbox.
create table webhook_event (
  id bigint primary key,
  -- The same at every attempt, so that receivers can detect repeats.
  message_id uuid not null default gen_random_uuid(),
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

create index webhook_event_age on webhook_event (created_at);
create unique index webhook_event_message on webhook_event (message_id);

create table webhook_delivery (
  destination_id uuid not null references webhook_destination on delete cascade,
  event_id bigint not null references webhook_event on delete cascade,
  -- What the event is about. Events of one resource are sent one at a time, in order.
  resource text not null,
  state text not null check (state in ('PENDING', 'DELIVERED', 'PARKED')),
  attempts integer not null,
  -- When to send it. Null while an earlier event of its resource is pending, and once delivered or parked.
  due_at timestamptz check (due_at is null or state = 'PENDING'),
  -- The result of the last attempt.
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  -- The beginning of the body of the last response.
  last_answer text,
  primary key (destination_id, event_id)
);

create index webhook_delivery_due on webhook_delivery (destination_id, due_at, event_id) where due_at is not null;
create index webhook_delivery_waiting on webhook_delivery (destination_id, resource, event_id) where state = 'PENDING';
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_parked on webhook_delivery (destination_id, event_id) where state = 'PARKED';

-- Lifetime number of attempts by outcome: deliveries themselves are deleted after their retention.
create table webhook_tally (
  outcome text primary key,
  attempts bigint not null
);
