-- beginVersion
update "served_facts"
set "begun" = begun + 1
returning "generation"::float8 as "generation", "layout", "columns", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "retiring"::float8 as "retiring", "retiring_since";

-- publishVersion
update "served_facts"
set "generation" = $1, "layout" = $2, "columns" = $3::jsonb, "version" = $4, "applied" = $5, "as_of" = $6
where "begun" = $7
returning "is_only";

-- retireVersion
update "served_facts"
set "retiring" = version, "retiring_since" = $1;

-- selectPublished
select "generation"::float8 as "generation", "layout", "columns", "version"::float8 as "version", "begun"::float8 as "begun", "applied"::float8 as "applied", "as_of", "retiring"::float8 as "retiring", "retiring_since"
from "served_facts";

-- wantRebuild
update "served_facts"
set "layout" = $1;
