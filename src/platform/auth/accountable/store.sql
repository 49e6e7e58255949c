-- compareActs
select accountable_for($1, $2) && accountable_for($3, $4) as "is_same";

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
