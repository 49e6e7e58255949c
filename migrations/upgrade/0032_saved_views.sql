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
  unique (tenant, owner, report, name)
);
