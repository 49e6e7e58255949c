-- What a rebate was computed from. Rebates of earlier versions have none of it.
alter table rebate_run add column percent numeric;
alter table rebate add column reward numeric;
-- The last payout whose rows are part of the reward; later rows are adjustments.
alter table rebate add column payout bigint;
