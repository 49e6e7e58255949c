-- beginVersion
update "served_facts"
set "begun" = greatest(begun, $1::bigint) + 1
where "applied" <= $2
returning "generation"::float8 as "generation", "layout", "columns", "nodes", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "wanted"::float8 as "wanted", "filling"::float8 as "filling", "filling_layout";

-- noteFilling
update "served_facts"
set "filling" = $1, "filling_layout" = $2
where "begun" = $3;

-- publishVersion
update "served_facts"
set "generation" = $1, "layout" = $2, "columns" = $3::jsonb, "nodes" = $4::jsonb, "version" = $5, "applied" = $6, "as_of" = $7
where "begun" = $8
returning "is_only";

-- retireVersions
update "served_facts"
set "retiring" = version, "retiring_since" = clock_timestamp();

-- selectPublished
select "generation"::float8 as "generation", "layout", "columns", "nodes", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "wanted"::float8 as "wanted", "filling"::float8 as "filling", "filling_layout"
from "served_facts";

-- selectRetired
select "retiring"::float8 as "retiring", "generation"::float8 as "generation", "columns"
from "served_facts"
where retiring_since <= clock_timestamp() - $1::int * interval '1 millisecond';

-- wantRebuild
update "served_facts"
set "wanted" = begun + 1
returning "wanted"::float8 as "wanted";
