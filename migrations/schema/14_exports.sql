create table export (
  id uuid primary key,
  tenant text not null,
  type text not null,
  format text not null check (format in ('CSV', 'JSON', 'PARQUET')),
  -- Both ends are inclusive.
  range_from timestamptz not null,
  range_to timestamptz not null,
  query text,
  -- The hash of the request: equal requests share one export while it is PROCESSING.
  request_hash bytea not null,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  filename text not null,
  -- Each attempt writes its own file, and only the latest may finish the export.
  attempts integer not null,
  rows_expected bigint,
  rows_written bigint not null,
  failure_message text check ((failure_message is not null) = (status = 'FAILED')),
  requested_by text not null,
  -- While PROCESSING: when to give up. Afterwards: when to delete the file; null once deleted.
  ends_at timestamptz check (ends_at is not null or status <> 'PROCESSING'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index export_once_at_a_time on export (tenant, request_hash) where status = 'PROCESSING';
create index export_newest on export (tenant, created_at desc, id desc);
create index export_ending on export (ends_at) where ends_at is not null;

-- Prefixes an apostrophe to a cell that a spreadsheet would run as a formula or command. Control characters count too,
-- and so do the full-width signs + - = @ (U+FF0B, U+FF0D, U+FF1D, U+FF20). Most cells are empty or begin with a letter
-- or digit: the first three branches decide those quickly.
create function csv_cell(value text) returns text language sql immutable parallel safe as $$
  select case
    when value is null then null
    when value collate "C" >= 'A' and value collate "C" < E'\x7f' then value
    when value collate "C" >= '0' and value collate "C" < ':' then value
    when ascii(value) not in (43, 45, 61, 64, 65291, 65293, 65309, 65312) and ascii(value) not between 1 and 31
      and ascii(value) not between 127 and 159 then value
    when value ~ '^-[0-9]+(\.[0-9]+)?$' then value
    else '''' || value
  end
$$;
