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
  primary key (destination_id, event_id)
);

create index webhook_delivery_due on webhook_delivery (destination_id, due_at, event_id) where due_at is not null;
create index webhook_delivery_waiting on webhook_delivery (destination_id, resource, event_id) where state = 'PENDING';
create index webhook_delivery_event on webhook_delivery (event_id);
create unique index webhook_event_message on webhook_event (message_id);
create index webhook_delivery_parked on webhook_delivery (destination_id, event_id) where state = 'PARKED';

-- Lifetime number of attempts by outcome: deliveries themselves are deleted after their retention.
create table webhook_tally (
  outcome text primary key,
  attempts bigint not null
);
