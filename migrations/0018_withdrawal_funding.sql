-- Where a venue pays from a wallet of its own, money is moved there first: `fund` moves it, `findFunding` asks whether
-- that was done.
alter table withdrawal_attempt
  drop constraint withdrawal_attempt_kind_check,
  add constraint withdrawal_attempt_kind_check check (kind in ('submit', 'find', 'fund', 'findFunding'));

-- The withdrawals for which the wallet holds money, which is little at any time.
create index withdrawal_attempt_funded on withdrawal_attempt (withdrawal_id)
  where kind in ('fund', 'findFunding') and outcome = 'accepted';
