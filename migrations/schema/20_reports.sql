-- Questions to reports that a person or a program keeps under a name.
create table saved_view (
  id uuid primary key,
  tenant text not null,
  owner text not null,
  report text not null,
  name text not null,
  query jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- How the console shows it: its columns, its chart, and days that move with the present one.
  display jsonb not null default '{}',
  unique (tenant, owner, report, name)
);

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

-- What ClickHouse serves to reports. Rows there carry the versions between which they hold; readers see the published one.
create table served_facts (
  is_only boolean primary key default true check (is_only),
  -- Names the set of tables. A set that is made again gets another one.
  generation bigint not null default 0,
  -- A digest of how they are declared. Another version of the program may need other tables.
  layout text not null default '',
  -- The columns of each table of the set.
  columns jsonb not null default '{}',
  -- The published version; 0 while there is none.
  version bigint not null default 0,
  -- The version that was last begun. One that was never published has left rows that nobody may see.
  begun bigint not null default 0,
  -- The last batch of the log that the version has.
  applied bigint not null default 0,
  as_of timestamptz,
  -- A while after this time, no reader uses a version before this one.
  retiring bigint not null default 0,
  retiring_since timestamptz not null default 'epoch',
  -- The URLs of the ClickHouse servers that have the published version, by shard: readers ask these.
  nodes jsonb not null default '[]',
  -- A set of tables that was begun before this version is to be made again.
  wanted bigint not null default 0,
  -- The last set that was begun with no rows, and its layout: a copy that was interrupted goes on with what it has.
  filling bigint not null default 0,
  filling_layout text not null default '',
  check (version <= begun)
);

insert into served_facts (generation) values (0);
