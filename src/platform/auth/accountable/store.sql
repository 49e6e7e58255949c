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
