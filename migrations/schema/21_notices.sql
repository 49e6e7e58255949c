-- Occasions on which people get messages, a row each.
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
  -- Messages about what concerns many partners at once are sent after all others.
  is_bulk boolean not null default false,
  -- One message goes to each device of a person.
  device uuid,
  constraint notice_delivery_once unique nulls not distinct (notice_id, person, channel, device),
  check ((due_at is not null) = (state in ('WAITING', 'TAKEN', 'OFFERED')))
);

create index notice_delivery_due on notice_delivery (channel, due_at) where due_at is not null;
-- Each recipient of a chat has a lane.
create index notice_delivery_lane on notice_delivery (channel, person, due_at) where due_at is not null;
create index notice_delivery_turn on notice_delivery (channel, is_bulk, due_at) where due_at is not null;

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

-- Which messages a person wants, and when not. Without a row, everything at any time.
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

-- Chats that take messages by an incoming webhook: one of a person, or rooms of a service.
create table notice_chat (
  id uuid primary key,
  tenant text not null,
  -- The login of the owner, who has one chat for both services. Null for a room.
  person text unique references credential (name),
  -- Of a room: the service that it belongs to, its name, what it gets, and how much that says.
  service text check (service in ('trading', 'partner')),
  room text,
  kinds text[],
  detail text check (detail in ('full', 'short', 'bare')),
  language text,
  format text not null check (format in ('slack', 'telegram', 'json')),
  -- Who has the URL can write to the chat, so it is encrypted.
  url bytea not null,
  -- Its host, which may be shown.
  host text not null,
  -- Of Telegram: the id of the chat.
  recipient text check ((recipient is not null) = (format = 'telegram')),
  last_sent_at timestamptz,
  -- Since when it takes no messages.
  failing_since timestamptz,
  last_error text,
  -- When it said that it takes none any more.
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (tenant, service, room),
  check (num_nonnulls(service, room, kinds, detail, language) = case when person is null then 5 else 0 end)
);

-- Browsers that take messages by web push, each switched on by its owner while signed in.
create table notice_device (
  id uuid primary key,
  tenant text not null,
  -- The login of the owner.
  person text not null references credential (name),
  -- Of the owner when it was switched on: a new secret ends it, as it ends sessions.
  secret_id uuid not null,
  -- The session that switched it on, which ends it when it is ended.
  session_id uuid not null,
  service text not null check (service in ('trading', 'partner')),
  name text not null,
  -- Who has its address and keys can write to it, so they are encrypted.
  subscription bytea not null,
  -- Of the address, so that a browser has one row.
  fingerprint bytea not null unique,
  -- Of the push service, which may be shown.
  host text not null,
  last_sent_at timestamptz,
  -- Since when it takes no messages.
  failing_since timestamptz,
  last_error text,
  created_at timestamptz not null
);

create index notice_device_person on notice_device (person);

-- Where messages can be sent. A room counts as a person with the name # and its id. A device gets those of its service.
-- Mail with a report goes to the address of other mail, and has a lane of its own.
create view notice_reach as
  select own.person, own.channel, own.address, null::text as detail, display.language, null::text as service
  from notice_address as own
    join credential on credential.name = own.person
    left join display_preference as display on display.credential_id = credential.id
  where own.confirmed_at is not null and own.disabled_at is null
  union all
  select own.person, 'REPORT_EMAIL', own.address, null, display.language, null
  from notice_address as own
    join credential on credential.name = own.person
    left join display_preference as display on display.credential_id = credential.id
  where own.channel = 'EMAIL' and own.confirmed_at is not null and own.disabled_at is null
  union all
  select coalesce(chat.person, '#' || chat.id), 'CHAT', chat.id::text, chat.detail,
    coalesce(chat.language, display.language), null
  from notice_chat as chat
    left join credential on credential.name = chat.person
    left join display_preference as display on display.credential_id = credential.id
  where chat.disabled_at is null
  union all
  select device.person, 'PUSH', device.id::text, null, display.language, device.service
  from notice_device as device
    join credential on credential.name = device.person and credential.secret_id = device.secret_id
    left join display_preference as display on display.credential_id = credential.id
  where credential.revoked_at is null;
