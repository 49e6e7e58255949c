-- A set of tables that was begun before this version is to be made again.
alter table served_facts add column wanted bigint not null default 0;
-- The last set that was begun with no rows, and its layout: a copy that was interrupted goes on with what it has.
alter table served_facts add column filling bigint not null default 0;
alter table served_facts add column filling_layout text not null default '';
