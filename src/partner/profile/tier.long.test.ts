import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { TIER_MEASURES } from '../facts/kinds/index.ts';
import { count, day, number, readTables, sum, text, type Raw } from '../reports/testing/model/cells.ts';
import { View } from '../reports/testing/model/view.ts';
import { randomWorld } from '../reports/testing/random-world.ts';
import { contextFor, Dice, openWorld } from '../reports/testing/world.ts';
import { showTier } from './tier.ts';
import type { TierProgress } from './schema.ts';

const SEED = 7;
const DAY_MS = 86_400_000;
const dice = new Dice(SEED);
const dayFrom = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);

const world = randomWorld(SEED);
/** Several levels of each tier, with gaps between the tiers, and several rises of one partner at one time. */
const levels = new Map(
  Array.from({ length: 40 }, () => {
    const [tier_group_id, valid_from] = [2 * dice.below(5), dayFrom('2024-01-01', dice.below(180))];
    const measure = dice.pick(TIER_MEASURES);
    const level = {
      tier_group_id,
      valid_from,
      name: `Tier ${tier_group_id} of ${valid_from}`,
      measure,
      threshold: measure === 'active_clients' ? String(dice.below(12)) : `${dice.below(120)}.125`,
      window_days: 1 + dice.below(90),
    };
    return [`${tier_group_id} ${valid_from}`, level] as const;
  }),
);
const rises = Array.from({ length: 20 }, (_, index) => ({
  compensation_id: 600 + index,
  partner_uid: dice.pick(['P0', 'P1', 'P2']),
  old_tier_group_id: 0,
  new_tier_group_id: dice.below(9),
  commission_percentage: '40',
  compensation_period_start: '2024-02-01T00:00:00Z',
  compensation_period_end: '2024-02-29T23:59:59.999Z',
  payment_date: `${dayFrom('2024-01-15', 10 * dice.below(12))}T12:00:00.001Z`,
}));

const facts = await openWorld({
  ...world,
  'tier-levels': [...levels.values()],
  'tier-changes': [...(world['tier-changes'] ?? []), ...rises],
});
const tables = await readTables(facts);

const at = (me: string, now: Date): Promise<TierProgress> =>
  showTier({ ...contextFor(facts, me), clock: { now: () => now } });

/** The same from plain rows, by plain loops. */
function model(me: string, now: Date): unknown {
  const view = new View(tables, me);
  const today = day(now);
  const rise = view
    .t('tier_changes')
    .filter((row) => row['partner_uid'] === me && (row['payment_date'] as Date) <= now)
    .toSorted(
      (a, b) =>
        Number(a['payment_date']) - Number(b['payment_date']) ||
        Number(a['compensation_id']) - Number(b['compensation_id']),
    )
    .at(-1);
  const present = rise === undefined ? -1 : Number(rise['new_tier_group_id']);
  const inForce = new Map<number, Raw>();
  for (const level of view
    .t('tier_levels')
    .toSorted((a, b) => (day(a['valid_from']) < day(b['valid_from']) ? -1 : 1)))
    if (day(level['valid_from']) <= today) inForce.set(Number(level['tier_group_id']), level);
  const tier = rise && {
    tier_group_id: present,
    name: inForce.get(present)?.['name'] ?? null,
    since: rise['payment_date'],
  };
  const above = [...inForce.keys()].filter((id) => id > present).toSorted((a, b) => a - b)[0];
  const next = above === undefined ? undefined : inForce.get(above);
  if (!next) return { tier: tier ?? null, next: null, reached: null, missing: null };
  const window_from = dayFrom(today, 1 - Number(next['window_days']));
  const orders = view.t('orders').filter((order) => {
    const closed = day(order['closed_at']);
    const account = order['client_account'];
    return view.ownsAccount(order) && !view.isTrial(account) && closed >= window_from && closed <= today;
  });
  const reached =
    next['measure'] === 'active_clients'
      ? Decimal.of(
          BigInt(
            count([
              ...new Set(orders.map((order) => view.clientOf(order['client_account'])?.['client_uid'])),
            ]),
          ),
        )
      : sum(orders.map((order) => order[text(next['measure'])]));
  const rest = number(next['threshold']).minus(reached);
  const { tier_group_id, name, measure, threshold, window_days } = next;
  return {
    tier: tier ?? null,
    next: {
      tier_group_id,
      name,
      measure,
      threshold: number(threshold).trim(),
      window_days,
      window_from,
      window_to: today,
    },
    reached: reached.trim(),
    missing: rest.sign < 0 ? Decimal.ZERO : rest.trim(),
  };
}

test('tier, next level, what is reached and what is missing are those of a naive model, at any time', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 120; round += 1) {
    const me = dice.pick(['P0', 'P1', 'P2', 'P3', 'P4']);
    const midnight = Date.parse(dayFrom('2023-12-25', dice.below(190)));
    const now = new Date(midnight + dice.pick([0, DAY_MS / 2, DAY_MS / 2 + 1, DAY_MS - 1]));
    const answer = await at(me, now);
    expect([me, now, answer]).toEqual([me, now, model(me, now)]);
    const { tier, next, missing } = answer;
    seen.add(next?.measure ?? 'highest tier');
    seen.add(tier === null ? 'no tier' : tier.name === null ? 'tier without a name' : 'tier');
    if (missing !== null) seen.add(missing.isZero ? 'reached' : 'missing');
  }
  const all = [
    ...TIER_MEASURES,
    'highest tier',
    'no tier',
    'tier without a name',
    'tier',
    'reached',
    'missing',
  ];
  expect([...seen].toSorted()).toEqual(all.toSorted());
});
