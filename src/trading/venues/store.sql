-- lockSwitches
insert into "venue_switch" ("tenant", "venue", "trading", "withdrawals")
values ($1, $2, $3, $4)
on conflict ("tenant", "venue") do update
set "venue" = "excluded"."venue"
returning "trading", "withdrawals";

-- selectDescriptions
select *
from "venue_description";

-- selectSwitches
select *
from "venue_switch"
where "tenant" = $1;

-- updateSwitches
update "venue_switch"
set "trading" = $1, "withdrawals" = $2
where "tenant" = $3 and "venue" = $4
returning "trading", "withdrawals";

-- upsertDescription
insert into "venue_description" ("tenant", "venue", "description")
values ($1, $2, $3)
on conflict ("tenant", "venue") do update
set "description" = "excluded"."description";
