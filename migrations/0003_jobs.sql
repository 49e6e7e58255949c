-- Makes the name of a job known to graphile-worker, which stores a number for it.
create function register_job_name(name text) returns integer language plpgsql as $$
declare
  known integer;
begin
  insert into graphile_worker._private_tasks (identifier) values (name)
    on conflict (identifier) do update set identifier = excluded.identifier
    returning id into known;
  return known;
end
$$;
