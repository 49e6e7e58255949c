-- The partner service keeps who receives disbursements, in the same table and under the same keys. Neither service finds
-- what the other keeps.
alter table recipient add column service text not null default 'trading' check (service in ('trading', 'partner'));

-- The details of a destination name its recipient.
create index disbursement_destination_recipient on disbursement_destination ((details #>> '{recipient,id}'))
  where details #>> '{recipient,id}' is not null;
