-- The batches that changed the days of a payout since they were last credited.
alter table payout add column causes bigint[] not null default '{}';
