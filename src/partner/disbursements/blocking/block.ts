import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { isPartner } from '../../program/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { deleteBlock, upsertBlock } from './store.ts';

interface Blocking {
  readonly partner_uid: string;
  readonly reason: string;
}

/** Keeps a partner from getting money until the block is removed. */
export async function blockPartner(context: FactsContext, input: Blocking): Promise<void> {
  const { partner_uid } = input;
  if (!(await isPartner(context.facts, partner_uid)))
    throw new Problem('not_found', `There is no partner ${partner_uid}.`);
  await run(context, block, input);
}

export async function unblockPartner(context: Context<Db>, partnerUid: string): Promise<void> {
  await run(context, unblock, { partner_uid: partnerUid });
}

const SCOPE = 'disbursements:manage';

const block = command({
  name: 'disbursement-block.set',
  scope: SCOPE,
  decide: (_state, { partner_uid, reason }: Blocking, { actor, now }) => ({
    change: { tenant: actor.tenant, partner_uid, reason, set_by: actor.id, set_at: now },
    audit: { subject: partner_uid, details: { reason } },
  }),
  write: (tx, row) => upsertBlock(tx, row).executeTakeFirst(),
});

const unblock = command({
  name: 'disbursement-block.remove',
  scope: SCOPE,
  decide: (_state, { partner_uid }: Pick<Blocking, 'partner_uid'>, { actor }) => ({
    change: { tenant: actor.tenant, partner_uid },
    audit: { subject: partner_uid, details: {} },
  }),
  async write(tx, { tenant, partner_uid }) {
    const removed = await deleteBlock(tx, tenant, partner_uid).executeTakeFirst();
    if (!removed) throw new Problem('not_found', `${partner_uid} is not blocked.`);
    return removed;
  },
});
