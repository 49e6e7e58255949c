import type { Desk } from './desk.ts';

/** Adds jobs of the desk that failed for good, as after days of failures. */
export const addDeadJobs = (desk: Desk, count: number): Promise<void> =>
  desk.change(async (sql) => {
    const payload = { tenant: 'default', traceId: '0af7651916cd43dd8448eb211c80319c', payload: {} };
    for (let added = 0; added < count; added += 1) {
      await sql`
        select graphile_worker.add_job('withdrawal.reconcile', payload => ${JSON.stringify(payload)}::text::json,
          run_at => now() + interval '1 day', max_attempts => 5, flags => array['tenant:default'])`;
    }
    await sql`
      select graphile_worker.permanently_fail_jobs(
        array(select id from graphile_worker.jobs where run_at > now() + interval '12 hours'
          and task_identifier = 'withdrawal.reconcile'), 'The venue is away.')`;
  });
