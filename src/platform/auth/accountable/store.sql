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
where "kind" = $1 and "tenant" = $2 and "revoked_at" is null and roles && $3::text[] and "name" = any($4::text[]) and not exists (
          select from unnest($5::text[], $6::timestamptz[]) as act (by, at)
          where accountable_for(act.by, act.at) && accountable_for(credential.name, $7))
order by "name";
