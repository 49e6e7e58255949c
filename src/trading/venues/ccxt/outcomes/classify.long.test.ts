import { expect, it, describe } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { Call, Outcome, Venue } from '../../port/index.ts';
import type { Answers, Movement } from '../answers.ts';
import { PROFILES } from '../profiles.ts';
import { newExchange } from '../testing/connect.ts';
import { IMITATIONS, imitationOf } from '../testing/imitations.ts';
import { openRecorded } from '../testing/recorded.ts';
import type { Answer } from '../testing/recorder.ts';
import { ADDRESS, DEADLINE, ID, NOW, ORDER_ID } from '../testing/wire.ts';

const CALL: Call = { deadline: DEADLINE };
const STATUSES = [200, 400, 500];

/** The answers that the issue was found with: none of them proves that nothing was done. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  bitget: ['40015', '40010', '45001', '40725', '40910', '40908', '40909'],
  bybit: ['10014', '170146', '170035', '170005'],
  cryptocom: ['50001', '40006'],
  gate: ['REPEATED_CREATION'],
  kucoin: ['408000', '126033', '126044'],
  okx: ['51149', '51054', '58007', '58112'],
};

type Operation = Movement | 'cancel';

const OPERATIONS: Record<Operation, (venue: Venue, amount: string) => Promise<Outcome<unknown>> | undefined> =
  {
    place: ({ orders }) =>
      orders?.place(
        {
          clientOrderId: ID,
          symbol: 'BTC-USDT',
          side: 'buy',
          type: 'limit',
          quantity: Decimal.parse('0.01234'),
          price: Decimal.parse('59000.25'),
        },
        CALL,
      ),
    withdraw: ({ withdrawals }, amount) => withdrawals?.submit(withdrawalOf(amount), CALL),
    move: ({ withdrawals }, amount) =>
      withdrawals?.payingWallet?.fund(
        { withdrawal: withdrawalOf(amount), reserved: Decimal.parse('0.5') },
        CALL,
      ),
    cancel: ({ orders }) =>
      orders?.cancel({ clientOrderId: ID, symbol: 'BTC-USDT', since: NOW, venueOrderId: ORDER_ID }, CALL),
  };

const withdrawalOf = (amount: string) => ({
  reference: ID,
  asset: 'ETH',
  amount: Decimal.parse(amount),
  destination: { kind: 'blockchain', network: 'ETHEREUM', address: ADDRESS, alias: 'cold-wallet' } as const,
});

async function openAt(id: string) {
  const { wire } = imitationOf(id);
  let answer: Answer | undefined;
  const { venue } = await openRecorded(id, () => answer);
  return {
    venue,
    outcomeOf: async (operation: Operation, status: number, body: unknown) => {
      answer = { status, body };
      return OPERATIONS[operation](venue, wire.amount ?? '1.2345678901');
    },
  };
}

/** Every code in ccxt's own tables, without those of futures and options. */
function tabled(id: string): string[] {
  const codes: string[] = [];
  const collect = (table: object): void => {
    for (const [code, value] of Object.entries(table) as [string, unknown][]) {
      if (typeof value === 'function') codes.push(code);
      else if (['exact', 'broad', 'spot'].includes(code)) collect(value as object);
    }
  };
  collect(newExchange(id).exceptions as object);
  return codes;
}

const listed = ({ turnedAway, ...answers }: Answers, movement: Movement): Set<string> =>
  new Set([...Object.keys(turnedAway), ...Object.keys(answers[movement]?.refused ?? {})]);

const exchanges = Object.entries(PROFILES);

describe.each(exchanges)('%s', (id, { answers }) => {
  const { doubts } = imitationOf(id);
  const movements = (['place', 'withdraw', 'move'] as const).filter((movement) => answers[movement]);
  const lists = new Set(movements.flatMap((movement) => [...listed(answers, movement)]));
  const codes = new Set([...tabled(id), ...doubts.codes, ...(FOUND[id] ?? []), ...lists, 'constructor', '']);
  const bodies = [...codes].flatMap((code) => doubts.word(code));

  it.each([...movements, 'cancel'] as const)(
    'proves nothing about %s by a code that is not listed',
    async (operation) => {
      const { venue, outcomeOf } = await openAt(id);
      const believed: string[] = [];
      for (const status of STATUSES) {
        for (const [code, body] of [...bodies, ['', {}] as const, ['', []] as const]) {
          const outcome = await outcomeOf(operation, status, body);
          const isListed = operation !== 'cancel' && listed(answers, operation).has(code);
          if (outcome?.kind !== 'unknown' && !isListed) believed.push(`${status} ${code}: ${outcome?.kind}`);
        }
      }
      await venue.close();
      expect(believed).toEqual([]);
    },
  );

  it('refuses by each listed code, and sends again what it turned away', async () => {
    const { venue, outcomeOf } = await openAt(id);
    for (const movement of movements) {
      const { turnedAway, [movement]: proofs } = answers;
      for (const [code, why] of Object.entries({ ...turnedAway, ...proofs?.refused })) {
        const wording = doubts.word(code).find(([own]) => own === code) ?? wordingOf(id, code);
        const outcome = await outcomeOf(movement, 400, wording?.[1]);
        const kind = Object.hasOwn(turnedAway, code) ? { kind: 'notSent' } : { kind: 'refused', code: why };
        expect(outcome, `${movement} ${code}`).toMatchObject(kind);
      }
    }
    await venue.close();
  });

  it('lists no code that leaves open what happened', () => {
    const open = [...doubts.codes, ...(FOUND[id] ?? [])].flatMap((code) => doubts.word(code));
    expect(open.filter(([code]) => lists.has(code))).toEqual([]);
    for (const movement of movements) {
      const repeated = answers[movement]?.repeated ?? [];
      expect(repeated.filter((code) => listed(answers, movement).has(code))).toEqual([]);
    }
  });
});

/** A listed code that is a number and a text. */
function wordingOf(id: string, code: string) {
  const text = code.slice(code.indexOf(' ') + 1);
  return imitationOf(id)
    .doubts.word(text)
    .find(([own]) => own === code);
}

it('every exchange has its doubts', () => {
  expect(Object.values(IMITATIONS).every(({ doubts }) => doubts.codes.length > 0)).toBe(true);
});
