-- insertJobs
select "id"
from 
  graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, $1::json))) as "job";
