import type { Desk } from './desk.ts';

/** Changes an entry of the audit log as a person with access to the database could, and returns its place in the chain. */
export async function changeAudit(desk: Desk): Promise<string> {
  let place = '';
  await desk.change(async (sql) => {
    await sql.begin(async (tx) => {
      // Without this a trigger refuses the change.
      await tx`set local session_replication_role = replica`;
      const [row] = await tx<{ seq: string }[]>`
        update audit_log set actor_id = 'mallory'
        where seq = (select max(seq) from audit_log) returning seq::text`;
      place = row?.seq ?? '';
    });
  });
  return place;
}
