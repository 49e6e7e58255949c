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

-- One message to each device of a person.
alter table notice_delivery
  add column device uuid,
  drop constraint notice_delivery_notice_id_person_channel_key,
  add constraint notice_delivery_once unique nulls not distinct (notice_id, person, channel, device);

-- Where messages can be sent. A room counts as a person with the name # and its id. A device gets those of its service.
create or replace view notice_reach as
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
