-- compareActs
select array(
      select accountable_for(by, at) && accountable_for($1, $2)
      from unnest($3::text[], $4::timestamptz[])
        with ordinality as act (by, at, place)
      order by place) as "are_same";

-- endCounting
update "counts_as"
set "until" = $1
where "account" = $2 and "until" is null;

-- insertCountsAs
insert into "counts_as" ("account", "person", "since", "until")
values ($1, $2, $3, $4)
on conflict do nothing;

-- selectAccountable
select accountable_for($1, $2) as "people";

-- selectHolders
select "name"
from "credential"
where "kind" = $1 and "tenant" = $2 and "revoked_at" is null and roles && $3::text[] and "partner_uid" = $4 and "name" = any($5::text[]) and not exists (
          select from unnest($6::text[], $7::timestamptz[]) as act (by, at)
          where accountable_for(act.by, act.at) && accountable_for(credential.name, $8))
order by "name";
