-- A group that has ended stays for the runs that it had; it has no link, is not the default, and keeps its title.
alter table rebate_group add column deleted_at timestamptz;
