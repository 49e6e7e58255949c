-- What people are told about: one row for each occasion.
create table notice (
  id uuid primary key,
  tenant text not null,
  service text not null,
  kind text not null,
  -- What the occasion is about, such as the id of a withdrawal.
  subject text not null,
  created_at timestamptz not null,
  unique (tenant, service, kind, subject)
);

create index notice_created_at on notice (created_at);

-- One message to one person. It is TAKEN by a worker that prepares it, and OFFERED before the other side can accept it:
-- from then on it is never sent again unless the other side has refused it.
create table notice_delivery (
  id uuid primary key,
  notice_id uuid not null references notice (id) on delete cascade,
  -- The login.
  person text not null,
  channel text not null,
  state text not null check (state in ('WAITING', 'TAKEN', 'OFFERED', 'SENT', 'FAILED', 'UNKNOWN', 'DROPPED')),
  attempts integer not null default 0,
  -- When it is sent, or when its worker counts as dead. Null once it has ended.
  due_at timestamptz,
  last_attempt_at timestamptz,
  -- Where the last attempt went.
  address text,
  -- What the other side answered, or why there was no message.
  outcome text,
  created_at timestamptz not null,
  unique (notice_id, person, channel),
  check ((due_at is not null) = (state in ('WAITING', 'TAKEN', 'OFFERED')))
);

create index notice_delivery_due on notice_delivery (channel, due_at) where due_at is not null;

-- Where a person wants messages. It is used once its owner has opened the link that was sent to it.
create table notice_address (
  person text not null references credential (name),
  channel text not null,
  address text not null,
  -- Changes with every address, so that a link confirms only the one it was sent to.
  request_id uuid not null unique,
  -- Only a hash of the link's token is stored. Null until the link is sent.
  token_hash bytea unique,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  disabled_at timestamptz,
  disabled_because text,
  primary key (person, channel)
);

-- What a person wants to be told, and when not. Without a row, everything at any time.
create table notice_preference (
  person text primary key references credential (name),
  muted text[] not null,
  -- Local times of day.
  quiet_from text,
  quiet_until text,
  time_zone text,
  check (num_nonnulls(quiet_from, quiet_until, time_zone) in (0, 3))
);

-- What nobody can switch off.
create table notice_compulsory (
  tenant text not null,
  service text not null,
  kind text not null,
  primary key (tenant, service, kind)
);

-- Of a link that was sent by mail. The admin who invites sees another one, and either works once.
alter table invitation add column mailed_hash bytea unique;
