import { Problem, type Decimal } from '../../kernel/index.ts';
import { ownActs } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { lockFigures, type Figures } from '../wallets/index.ts';
import type { BlockRow } from './blocking/index.ts';
import { blocksOf } from './blocks.ts';
import { findSuspended, readBlocks } from './circumstances.ts';
import { PAY_ON_CHAIN } from './chain/index.ts';
import { lockConfirmed, type DestinationRow } from './destinations/index.ts';
import type { Issuer } from './documents/index.ts';
import { approveNow } from './hand-over.ts';
import { lockDisbursements, selectGivenBack, type DisbursementRow } from './store.ts';

interface Approving {
  readonly numbers: readonly number[];
  /** The first days of suspensions that go on, by partner. */
  readonly suspended: ReadonlyMap<string, string>;
  readonly issuer: Issuer;
}

interface Line {
  readonly row: DisbursementRow;
  readonly figures: Figures;
  readonly destination: DestinationRow | undefined;
  readonly block: BlockRow | undefined;
  readonly isUnsigned: boolean;
  /** Whether the approver asked for it, or saved its destination. */
  readonly isOwn: boolean;
  /** The disbursement of its account of which the approver alone said that it failed or came back. */
  readonly givenBack: number | undefined;
}

/** Approves disbursements for the destinations that are confirmed now: all of them or none. */
export async function approveAll(
  context: FactsContext,
  numbers: readonly number[],
  issuer: Issuer,
): Promise<void> {
  await run(context, approve, { numbers, suspended: await findSuspended(context), issuer });
}

const approve = command({
  name: 'disbursement.approve',
  scope: 'disbursements:manage',
  async lock(tx, { numbers, issuer }: Approving, { actor, clock }): Promise<Line[] | undefined> {
    const rows = await lockDisbursements(tx, actor.tenant, numbers).execute();
    if (rows.length < new Set(numbers).size) return undefined;
    const now = clock.now();
    const accounts = rows.map(({ account_id }) => account_id);
    const figuresOf = await lockFigures(tx, accounts, now);
    // Otherwise one that is replaced at this moment would be approved as well.
    await lockConfirmed(tx, actor.tenant, accounts).execute();
    const asked = { tenant: actor.tenant, accounts: rows, issuer, now };
    const { destinations, blocks, unsigned } = await readBlocks(tx, asked);
    const own = { by: actor.id, at: now };
    const outcomes = await selectGivenBack(tx, accounts).execute();
    const acts = [
      ...rows.map(requestOf),
      ...[...destinations.values()].map(savingOf),
      ...outcomes.map(settlementOf),
    ];
    const isOwn = await ownActs(tx, acts, own);
    const ownOutcomes = outcomes.filter((outcome) => isOwn(settlementOf(outcome)));
    const givenBack = new Map(ownOutcomes.map(({ account_id, number }) => [account_id, number]));
    return rows.map((row) => {
      const destination = destinations.get(row.account_id);
      return {
        row,
        figures: figuresOf(row.account_id),
        destination,
        block: blocks.get(row.partner_uid),
        isUnsigned: unsigned.has(row.partner_uid),
        isOwn: isOwn(requestOf(row)) || (destination !== undefined && isOwn(savingOf(destination))),
        givenBack: givenBack.get(row.account_id),
      };
    });
  },
  approves: describe,
  decide(lines: readonly Line[], { suspended, issuer }, { actor, now }) {
    for (const line of lines) check(line, suspended.get(line.row.partner_uid), now);
    const numbers = lines.map(({ row }) => row.number);
    return {
      change: { tenant: actor.tenant, numbers, by: actor.id, now, issuer },
      jobs: [PAY_ON_CHAIN],
      audit: {
        subject: numbers.length === 1 ? String(numbers[0]) : `${numbers.length} disbursements`,
        details: describe(lines),
      },
    };
  },
  write: async (tx, change) => ((await approveNow(tx, change)) ? {} : undefined),
});

const requestOf = ({ requested_by: by, requested_at: at }: DisbursementRow) => ({ by, at });
const savingOf = ({ saved_by: by, saved_at: at }: DestinationRow) => ({ by, at });
const settlementOf = ({ settled_by: by, settled_at: at }: { settled_by: string; settled_at: Date }) => ({
  by,
  at,
});

/** What the person confirms, and what the audit log keeps. */
function describe(lines: readonly Line[]) {
  return {
    disbursements: lines.map(({ row: { number, amount, currency }, destination }) => ({
      number,
      amount,
      currency,
      destination: destination?.id ?? null,
    })),
  };
}

function check(
  { row, isOwn, givenBack, ...line }: Line,
  suspendedSince: string | undefined,
  now: Date,
): void {
  const { number, status, currency } = row;
  if (status !== 'REQUESTED')
    throw new Problem(
      'invalid_transition',
      `Disbursement ${number} is ${status}; only a REQUESTED one can be approved.`,
    );
  if (isOwn)
    throw new Problem(
      'unprocessable',
      `Another person must approve disbursement ${number}: you count as who asked for it or saved its destination.`,
    );
  if (givenBack !== undefined)
    throw new Problem(
      'unprocessable',
      `Another person must approve disbursement ${number}, or first review disbursement ${givenBack} of its account: ` +
        'you count as who said that it failed or came back.',
    );
  const [block] = blocksOf({ ...line, currency, suspendedSince }, now);
  if (block) throw new Problem('unprocessable', `Disbursement ${number} is blocked: ${block.reason}`);
  const { cleared, reserved_disbursements } = line.figures;
  if (cleared.compare(reserved_disbursements) < 0)
    throw new Problem(
      'unprocessable',
      `Disbursement ${number} is blocked: the balance changed, and ${short(cleared)} ${currency} do not cover ` +
        `the ${short(reserved_disbursements)} that are reserved. Cancel it or wait.`,
    );
}

const short = (amount: Decimal): string => amount.trim().toString();
