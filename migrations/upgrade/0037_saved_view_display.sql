-- How the console shows a saved view: its columns, its chart, and days that move with the present one.
alter table saved_view add column display jsonb not null default '{}';
