import { isDeepStrictEqual } from 'node:util';
import { Problem, type Context } from '../../../kernel/index.ts';
import { command, refuseUnknown, run } from '../../commands/index.ts';
import type { Db, Tx } from '../../postgres/index.ts';
import { isSamePerson } from '../accountable/index.ts';
import { toProposal, type AccessProposal } from './schema.ts';
import { endProposal, lockProposal, type AccessProposalRow } from './store.ts';
import type { Admin, Proposed } from './takes-two.ts';

interface EndInput {
  readonly id: string;
  readonly admin: Admin;
}

export type Steps = ReadonlyMap<string, Proposed>;

/** The verbs that end a proposal: its proposer withdraws it, another admin confirms or refuses it. */
export function endingsOf(steps: Steps) {
  const confirm = confirming(steps);
  return {
    confirm: async (context: Context<Db>, input: EndInput) => (await run(context, confirm, input)).result,
    withdraw: async (context: Context<Db>, input: EndInput) => (await run(context, withdraw, input)).result,
    refuse: async (context: Context<Db>, input: EndInput) => (await run(context, refuse, input)).result,
  };
}

/** Makes the change that another admin proposed, as if that admin had made it. */
const confirming = (steps: Steps) =>
  command({
    name: 'access.confirm',
    scope: 'admin',
    async lock(tx, input: EndInput, context) {
      const found = await lock(tx, input, context);
      if (!found) return undefined;
      const { row } = found;
      const step = steps.get(row.action);
      if (!step) throw new Error(`Nothing makes the change ${row.action}.`);
      const state = row.status === 'PROPOSED' ? await step.lock(tx, row.input, context) : {};
      return { ...found, step, state: state ?? refuseUnknown(row.action) };
    },
    approves: ({ row: { id, action, account, details, powers, proposed_by: proposedBy } }) => ({
      id,
      action,
      account,
      details,
      powers,
      proposedBy,
    }),
    decide({ row, isOwn, step, state }, { admin }, circumstances) {
      requirePending(row, 'confirmed');
      if (isOwn) throw new Problem('unprocessable', 'A second admin must confirm it: it counts as yours.');
      const proposer = { ...circumstances.actor, id: row.proposed_by };
      const { change, ...decision } = step.decide(state, row.input, { ...circumstances, actor: proposer });
      const { action, account, proposed_by: proposedBy } = row;
      // Otherwise it would give back what was taken away since, which the proposal does not show.
      if (!isDeepStrictEqual(decision.audit.details['before'], row.details['before'])) {
        throw new Problem(
          'conflict',
          `${account} was changed after this was proposed. Refuse it and propose it again.`,
        );
      }
      return {
        ...decision,
        change: { row, step, change, now: circumstances.now, ms: admin.countsForMs },
        audit: { subject: row.id, details: { ...decision.audit.details, action, account, proposedBy } },
      };
    },
    async write(tx, { row, step, change, ...from }, context): Promise<AccessProposal | undefined> {
      const made = await step.write(tx, change, context);
      if (made === undefined) return undefined;
      await step.countAs(tx, row.account, row.proposed_by, from);
      const end = { status: 'CONFIRMED', ended_by: context.actor.id, ended_at: from.now } as const;
      const ended = await endProposal(tx, row.id, end).executeTakeFirst();
      return ended && toProposal(ended, false);
    },
  });

const withdraw = ending('access.withdraw', 'WITHDRAWN', (isOwn) =>
  isOwn ? undefined : 'Only its proposer can withdraw it. Refuse it instead.',
);
const refuse = ending('access.refuse', 'REFUSED', (isOwn) =>
  isOwn ? 'It counts as yours. Withdraw it instead.' : undefined,
);

function ending(
  name: `access.${string}`,
  status: 'WITHDRAWN' | 'REFUSED',
  objection: (isOwn: boolean) => string | undefined,
) {
  return command({
    name,
    scope: 'admin',
    lock,
    decide({ row, isOwn }, _input: EndInput, { actor, now }) {
      requirePending(row, status.toLowerCase());
      const refusal = objection(isOwn);
      if (refusal !== undefined) throw new Problem('unprocessable', refusal);
      const { id, action, account, proposed_by: proposedBy } = row;
      return {
        change: { id, isOwn, end: { status, ended_by: actor.id, ended_at: now } },
        audit: { subject: id, details: { action, account, proposedBy } },
      };
    },
    async write(tx, { id, isOwn, end }) {
      const ended = await endProposal(tx, id, end).executeTakeFirst();
      return ended && toProposal(ended, isOwn);
    },
  });
}

async function lock(tx: Tx, { id, admin: { service } }: EndInput, { actor, clock }: Context<Db>) {
  const row = await lockProposal(tx, { tenant: actor.tenant, service }, id).executeTakeFirst();
  const caller = { by: actor.id, at: clock.now() };
  return row && { row, isOwn: await isSamePerson(tx, { by: row.proposed_by, at: row.proposed_at }, caller) };
}

function requirePending({ status }: AccessProposalRow, wanted: string): void {
  if (status === 'PROPOSED') return;
  throw new Problem('invalid_transition', `The change is ${status}; only a PROPOSED one can be ${wanted}.`);
}
