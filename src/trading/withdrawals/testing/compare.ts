import { verifyAudit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { ExchangeControl } from '../../../../exchange/testing/control.ts';

export interface ChaosReport {
  readonly accepted: number;
  readonly endings: Record<string, number>;
  /** What must never be; empty when all is well. */
  readonly faults: string[];
}

/** Compares what we hold, and what callers were answered, with the venue's own books. */
export async function compare(
  db: Db,
  control: ExchangeControl,
  accepted: ReadonlySet<string>,
): Promise<ChaosReport> {
  const rows = await db.selectFrom('withdrawal').select(['id', 'status', 'waiting_reason']).execute();
  const transfers = (await control.state()).transfers.filter(({ kind }) => kind === 'withdrawal');
  const endings: Record<string, number> = {};
  const faults: string[] = [];
  for (const { id, status, waiting_reason } of rows) {
    endings[status] = (endings[status] ?? 0) + 1;
    const own = transfers.filter(({ reference }) => reference === id);
    const paid = own.filter(({ status }) => status === 'completed').length;
    if (own.length > 1) faults.push(`${id} reached the venue's books ${own.length} times`);
    if (paid !== (status === 'COMPLETED' ? 1 : 0)) faults.push(`${id} is ${status} with ${paid} transfers`);
    if (!['COMPLETED', 'FAILED'].includes(status)) faults.push(`${id} is still ${status}: ${waiting_reason}`);
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const id of accepted) if (!known.has(id)) faults.push(`${id} was accepted and is lost`);
  for (const { reference } of transfers) {
    if (!known.has(reference ?? '')) faults.push(`The venue has ${reference}, of which we know nothing`);
  }
  const { fault } = await verifyAudit(db);
  if (fault) faults.push(`The audit chain is broken: ${JSON.stringify(fault)}`);
  return { accepted: accepted.size, endings, faults };
}
