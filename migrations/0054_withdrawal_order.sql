-- The newest come last, so that each new row goes to the end of its part of an index and the pages behind it stay full;
-- pages of a list are read backwards.
drop index withdrawal_newest, withdrawal_newest_by_status, withdrawal_newest_by_venue, withdrawal_newest_by_asset;
create index withdrawal_newest on withdrawal (tenant, created_at, id);
create index withdrawal_newest_by_status on withdrawal (tenant, status, created_at, id);
create index withdrawal_newest_by_venue on withdrawal (tenant, venue, created_at, id);
create index withdrawal_newest_by_asset on withdrawal (tenant, asset, created_at, id)
  include (venue, status, amount);
