import type { BigNumber } from 'bignumber.js';
import { expect } from 'vitest';
import type { Decimal } from '../../../kernel/index.ts';
import { credit } from '../../crediting/index.ts';
import { explainCredited } from '../credited.ts';
import { explainOrder } from '../order.ts';
import { asRead, checkCalculation, checkSum, total, type Calculation, type Sum } from './recompute.ts';
import type { FactsContext } from '../../facts/handle/index.ts';

interface Earning {
  readonly kind: string;
  readonly reward_usd: Calculation;
  readonly reward: Calculation;
}

interface Order {
  readonly order_id: string;
  readonly formula_code: string | null;
  readonly rewards: readonly Earning[];
}

interface Credited {
  readonly kind: string;
  readonly reward_usd: Sum;
  readonly reward: Sum;
  readonly conversion: Calculation | null;
  readonly orders: readonly { reward_usd: BigNumber | null; reward: BigNumber | null }[];
  readonly orders_count: BigNumber;
}

interface StoredOrder {
  readonly server: string;
  readonly ticket: number;
  readonly partner_uid: string;
  readonly parent_uid: string | null;
  readonly reward_usd: Decimal | null;
  readonly reward: Decimal | null;
  readonly parent_reward_usd: Decimal | null;
  readonly parent_reward: Decimal | null;
}

const STORED = `
  select server, ticket, own.partner_uid, parent.partner_uid as parent_uid, reward_usd, reward, parent_reward_usd,
    parent_reward
  from orders join partners own on own.partner_no = orders.partner_no
  left join partners parent on parent.partner_no = orders.parent_no`;

export const PAGE = { limit: 1000, offset: 0 };

/** The same state as another partner sees it. */
export const seenBy = ({ actor, ...context }: FactsContext, partnerUid: string) => ({
  ...context,
  actor: { ...actor, partnerUid },
});

const shown = (amount: Decimal | null | undefined): string | undefined => amount?.trim().toString();

async function checkOrder(context: FactsContext, stored: StoredOrder): Promise<string> {
  const number = { server: stored.server, ticket: String(stored.ticket) };
  const explain = async (uid: string) => asRead(await explainOrder(seenBy(context, uid), number)) as Order;
  const own = await explain(stored.partner_uid);
  const views = [
    { view: own, kind: 'reward', usd: stored.reward_usd, inCurrency: stored.reward },
    ...(stored.parent_uid === null
      ? []
      : [
          {
            view: await explain(stored.parent_uid),
            kind: 'second_level_reward',
            usd: stored.parent_reward_usd,
            inCurrency: stored.parent_reward,
          },
        ]),
  ];
  for (const { view, kind, usd, inCurrency } of views) {
    for (const earning of view.rewards) {
      checkCalculation(earning.reward_usd);
      checkCalculation(earning.reward);
    }
    const earning = view.rewards.find((each) => each.kind === kind);
    expect([kind, earning?.reward_usd.amount?.toFixed(), earning?.reward.amount?.toFixed()]).toEqual([
      kind,
      shown(usd),
      shown(inCurrency),
    ]);
  }
  return own.formula_code ?? 'none';
}

async function checkCredited(context: FactsContext, id: number, partnerUid: string): Promise<string> {
  const row = asRead(await explainCredited(seenBy(context, partnerUid), id, PAGE)) as Credited;
  for (const name of ['reward_usd', 'reward'] as const) {
    checkSum(row[name]);
    const term = (wanted: string) => row[name].terms.find((each) => each.name === wanted)?.amount.toFixed();
    expect(term('awaiting_crediting')).toBe('0');
    if (name === 'reward_usd' || row.conversion === null) {
      expect(total(row.orders.map((order) => order[name]))).toBe(term('orders'));
    } else {
      checkCalculation(row.conversion);
      expect(row.conversion.amount?.toFixed()).toBe(term('orders'));
    }
    if (term('orders') !== '0') expect(row.orders_count.toNumber()).toBe(row.orders.length);
  }
  return row.kind;
}

/** Checks every order and every credited row for everyone who earns from it; returns what was seen. */
export async function checkAll(
  context: FactsContext,
): Promise<{ formulas: Set<string>; kinds: Set<string> }> {
  const { database } = context.facts;
  const formulas = new Set<string>();
  const kinds = new Set<string>();
  for (const stored of await database.query<StoredOrder>(STORED)) {
    formulas.add(await checkOrder(context, stored));
  }
  const rows = await database.query<{ id: number; partner_uid: string }>(
    'select id, partner_uid from credited_rewards',
  );
  for (const { id, partner_uid } of rows) kinds.add(await checkCredited(context, id, partner_uid));
  return { formulas, kinds };
}

/** Credits all days through one. */
export function creditThrough(context: FactsContext, through: string) {
  const actor = { ...context.actor, scopes: new Set(['admin']) };
  return credit({ ...context, actor }, { through });
}
