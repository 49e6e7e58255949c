-- When a saved view is sent to its owner by mail.
create table saved_view_schedule (
  view_id uuid primary key references saved_view (id) on delete cascade,
  -- The partner that the owner belonged to then. The owner gets nothing of another one.
  partner_uid text not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- Monday is 1.
  weekday integer check (weekday between 1 and 7),
  day integer check (day between 1 and 28),
  -- A local time of day.
  time text not null,
  time_zone text not null,
  next_at timestamptz not null,
  -- When it was due last, and why nothing was sent then, if that was known at once.
  last_at timestamptz,
  last_obstacle text,
  check ((weekday is not null) = (every = 'week') and (day is not null) = (every = 'month'))
);

create index saved_view_schedule_next_at on saved_view_schedule (next_at, view_id);

-- Mail with a report goes to the address of other mail, and has a lane of its own.
create or replace view notice_reach as
  select own.person, own.channel, own.address, null::text as detail, display.language
  from notice_address as own
    join credential on credential.name = own.person
    left join display_preference as display on display.credential_id = credential.id
  where own.confirmed_at is not null and own.disabled_at is null
  union all
  select own.person, 'REPORT_EMAIL', own.address, null, display.language
  from notice_address as own
    join credential on credential.name = own.person
    left join display_preference as display on display.credential_id = credential.id
  where own.channel = 'EMAIL' and own.confirmed_at is not null and own.disabled_at is null
  union all
  select coalesce(chat.person, '#' || chat.id), 'CHAT', chat.id::text, chat.detail,
    coalesce(chat.language, display.language)
  from notice_chat as chat
    left join credential on credential.name = chat.person
    left join display_preference as display on display.credential_id = credential.id
  where chat.disabled_at is null;
