-- The URLs of the ClickHouse servers that have the published version, by shard: readers ask these.
alter table served_facts add column nodes jsonb not null default '[]';
