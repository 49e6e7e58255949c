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

-- Where messages can be sent. A room counts as a person with the name # and its id.
create view notice_reach as
  select own.person, own.channel, own.address, null::text as detail, display.language
  from notice_address as own
    join credential on credential.name = own.person
    left join display_preference as display on display.credential_id = credential.id
  where own.confirmed_at is not null and own.disabled_at is null
  union all
  select coalesce(chat.person, '#' || chat.id), 'CHAT', chat.id::text, chat.detail,
    coalesce(chat.language, display.language)
  from notice_chat as chat
    left join credential on credential.name = chat.person
    left join display_preference as display on display.credential_id = credential.id
  where chat.disabled_at is null;

-- Each recipient of a chat has a lane.
create index notice_delivery_lane on notice_delivery (channel, person, due_at) where due_at is not null;
