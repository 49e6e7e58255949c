create table export (
  id uuid primary key,
  tenant text not null,
  type text not null,
  format text not null check (format in ('CSV', 'JSON', 'PARQUET')),
  -- Both ends belong to it.
  range_from timestamptz not null,
  range_to timestamptz not null,
  query text,
  -- The hash of what was asked for: the same is not made twice at once.
  request_hash bytea not null,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  filename text not null,
  -- How often it was begun. Each attempt writes a file of its own, and only the newest may end the export.
  attempts integer not null,
  rows_expected bigint,
  rows_written bigint not null,
  failure_message text check ((failure_message is not null) = (status = 'FAILED')),
  requested_by text not null,
  -- While it is PROCESSING: when it is given up. Then: until when its file is kept; null when there is none any more.
  ends_at timestamptz check (ends_at is not null or status <> 'PROCESSING'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index export_once_at_a_time on export (tenant, request_hash) where status = 'PROCESSING';
create index export_newest on export (tenant, created_at desc, id desc);
create index export_ending on export (ends_at) where ends_at is not null;

-- The log is appended to in the order of time, so that a few ranges of it tell where a time is.
create index audit_log_time on audit_log using brin (at);

-- Spreadsheets take a cell that begins like this for a formula or a command; an apostrophe makes it text.
create function csv_cell(value text) returns text language sql immutable parallel safe as $$
  select case
    when ascii(value) not in (43, 45, 61, 64) and ascii(value) not between 1 and 31
      and ascii(value) not between 127 and 159 then value
    when value ~ '^-[0-9]+(\.[0-9]+)?$' then value
    else '''' || value
  end
$$;
