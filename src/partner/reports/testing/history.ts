import { expect } from 'vitest';
import { KINDS } from '../../facts/kinds/index.ts';
import { voidFacts } from '../../facts/intake/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { contextOf, type FactRow } from '../../testing/facts.ts';
import { world } from './questions.ts';
import { Dice } from './world.ts';

interface Step {
  readonly kind: string;
  readonly rows: readonly FactRow[];
}

/** What facts of a kind may be corrected to. */
const CORRECTIONS: Readonly<Record<string, (dice: Dice) => FactRow>> = {
  orders: (dice) => ({ volume_lots: String(1 + dice.below(9)) }),
  rates: (dice) => ({ per_usd: `0.${1 + dice.below(9)}` }),
  clients: (dice) => ({ country: dice.pick(['PT', 'ES', 'DE']) }),
  'client-accounts': (dice) => ({ account_type: dice.pick(['standard', 'pro']) }),
  tariffs: (dice) => ({ second_level_percent: String(dice.below(20)) }),
  'partner-accounts': (dice) => ({ opened_on: `2023-01-0${1 + dice.below(9)}` }),
};

/** The facts of the world in batches, each kind after those it refers to, and corrections of any of them in between. */
export function historyOf(seed: number): Step[] {
  const dice = new Dice(seed);
  const steps: Step[] = [];
  const sent = new Map<string, readonly FactRow[]>();
  for (const { name } of KINDS) {
    const rows = world[name] ?? [];
    const cut = dice.below(rows.length + 1);
    for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
      if (part.length > 0) steps.push({ kind: name, rows: part });
    }
    sent.set(name, rows);
    for (const [kind, correct] of Object.entries(CORRECTIONS)) {
      const known = sent.get(kind) ?? [];
      if (known.length === 0 || !dice.chance(name === 'orders' ? 100 : 30)) continue;
      for (let times = dice.below(3); times >= 0; times -= 1)
        steps.push({ kind, rows: [{ ...dice.pick(known), ...correct(dice) }] });
    }
  }
  return steps;
}

/** Of kinds that no other refers to, so that later steps find what they refer to. */
export const VOIDABLE: ReadonlySet<string> = new Set([
  'rates',
  'tariffs',
  'tier-changes',
  'tier-levels',
  'suspensions',
  'deposits',
  'shares',
  'orders',
]);

/** Unless a rule forbids it. */
export async function voidBatch(facts: Facts, batch: number): Promise<void> {
  await voidFacts(contextOf(facts), { batch }).catch((error: unknown) =>
    expect(error).toMatchObject({ code: 'unprocessable' }),
  );
}
