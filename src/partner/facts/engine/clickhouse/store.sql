-- beginVersion
update "served_facts"
set "begun" = begun + 1
where "applied" <= $1
returning "generation"::float8 as "generation", "layout", "columns", "nodes", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "retiring"::float8 as "retiring", "retiring_since";

-- publishVersion
update "served_facts"
set "generation" = $1, "layout" = $2, "columns" = $3::jsonb, "nodes" = $4::jsonb, "version" = $5, "applied" = $6, "as_of" = $7
where "begun" = $8
returning "is_only";

-- retireVersion
update "served_facts"
set "retiring" = version, "retiring_since" = $1;

-- selectPublished
select "generation"::float8 as "generation", "layout", "columns", "nodes", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "retiring"::float8 as "retiring", "retiring_since"
from "served_facts";

-- wantRebuild
update "served_facts"
set "layout" = $1;
