import { event, type Event } from '../../../platform/events/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { toConversion } from '../conversion.ts';
import { conversionStateChanged } from '../events.ts';
import type { Kept } from './kept.ts';
import { checkMove, type Status } from '../status.ts';
import {
  lockConversion,
  selectConversion,
  selectOrders,
  selectTrades,
  updateConversion,
  updateOrder,
  type ConversionRow,
  type OrderRow,
} from '../store.ts';

/** A changed conversion, to be written only if its status is still `from`. */
export interface Change {
  readonly from: Status;
  readonly after: ConversionRow;
}

export function change(row: ConversionRow, members: Partial<ConversionRow>, now: Date): Change {
  const after = { ...row, ...members, updated_at: now };
  if (after.status !== row.status) checkMove(row.status, after.status);
  return { from: row.status, after };
}

/** None if the status is unchanged. */
export function eventsOf({ from, after }: Change): Event[] {
  if (from === after.status) return [];
  const { id, status: to } = after;
  return [event(conversionStateChanged, { id, from, to, conversion: toConversion(after) })];
}

export function saveChange(db: Db, { from, after }: Change) {
  const { id, tenant: _tenant, created_at: _created, path: _path, metadata: _metadata, ...members } = after;
  return updateConversion(db, id, from, members);
}

export const saveOrder = (
  db: Db,
  { id, status, filled, venue_order_id, reason, updated_at, finding }: OrderRow,
) => updateOrder(db, id, { status, filled, venue_order_id, reason, updated_at, finding });

export const lockKept = async (tx: Tx, tenant: string, id: string): Promise<Kept | undefined> =>
  withOrders(tx, await lockConversion(tx, tenant, id).executeTakeFirst());

export const readKept = async (db: Db, tenant: string, id: string): Promise<Kept | undefined> =>
  withOrders(db, await selectConversion(db, tenant, id).executeTakeFirst());

async function withOrders(db: Db, row: ConversionRow | undefined): Promise<Kept | undefined> {
  if (!row) return undefined;
  const orders = await selectOrders(db, row.id).execute();
  return { row, orders, trades: await selectTrades(db, row.id).execute() };
}
