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
  check (version <= begun)
);

insert into served_facts (generation) values (0);
