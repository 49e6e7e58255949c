import { Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { partnerOf } from '../requests/index.ts';
import { groupOfClient, readDivision } from './members.ts';
import { findGroup } from './show.ts';
import { lockGroup, upsertMoved, type GroupRow } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface Move {
  readonly group_id: number;
  readonly client_uid: string;
}

/** Moves a client into a group and out of any other. */
export async function moveIn(context: FactsContext, move: Move): Promise<void> {
  const division = await readDivision(context.db, partnerOf(context.actor));
  findGroup(division, move.group_id);
  const present = await groupOfClient(context, division, move.client_uid);
  if (present === undefined) throw refuseUnknown(move.client_uid);
  if (present !== move.group_id) await run(context, moveClient, { ...move, into: move.group_id });
}

/** Removes a client from a group. It is in no group then, not even in that of its link. */
export async function moveOut(context: FactsContext, move: Move): Promise<void> {
  const division = await readDivision(context.db, partnerOf(context.actor));
  findGroup(division, move.group_id);
  const present = await groupOfClient(context, division, move.client_uid);
  if (present !== move.group_id) throw refuseUnknown(move.client_uid);
  await run(context, moveClient, { ...move, into: null });
}

const moveClient = command({
  name: 'rebate-group.move',
  scope: 'rebates:edit',
  lock: (tx, { group_id }: Move & { readonly into: number | null }, { actor }) =>
    lockGroup(tx, partnerOf(actor), group_id).executeTakeFirst(),
  decide(group: GroupRow, { client_uid, into }, { now }) {
    const { partner_uid } = group;
    const row = {
      partner_uid,
      client_uid,
      group_id: into === null ? null : String(into),
      moved_at: now,
    };
    return {
      change: row,
      audit: { subject: String(group.id), details: { partner_uid, client_uid, into } },
    };
  },
  write: (tx, row) => upsertMoved(tx, row).executeTakeFirst(),
});

const refuseUnknown = (clientUid: string): Problem =>
  new Problem('not_found', `You have no client ${clientUid}. The report of your clients lists them.`);
