import { Decimal, type Context } from '../../../kernel/index.ts';
import { readWithin, type Db } from '../../../platform/postgres/index.ts';
import { explain, selectActiveRules, type Rule } from '../../policies/index.ts';
import type { PolicyUsage } from './schema.ts';
import { CREATED, Sums } from './sums.ts';
import { Valuation, type Rates } from './valuation.ts';

interface Limited {
  readonly number: number;
  readonly rule: Rule;
  readonly venue: string | null;
  readonly sum: NonNullable<Rule['sum']>;
}

/** What counts toward the sums of the active rules, and how much room they leave. */
export async function showPolicyUsage(context: Context<Db>, rates: Rates): Promise<PolicyUsage> {
  const { actor, clock } = context;
  const { tenant } = actor;
  const now = clock.now();
  const policy = await selectActiveRules(context.db, tenant).executeTakeFirst();
  const rules = policy?.rules ?? [];
  const valuation = await Valuation.read(context.db, rates, { tenant, rules, assets: [], now });
  const limited = rules.flatMap((rule, index): Limited[] =>
    rule.sum ? [{ number: index + 1, rule, venue: rule.venue ?? null, sum: rule.sum }] : [],
  );
  const scopes = limited.map(scopeOf);
  const sums = await readWithin(context, (db) =>
    Sums.read(db, { tenant, scopes, now, counted: CREATED, valuation }),
  );
  const spentOf = (each: Limited) => sums.of(each.rule.asset ?? '', scopeOf(each));
  return {
    policyVersion: policy?.version ?? null,
    at: now.toISOString(),
    rules: limited.flatMap((each) => {
      const { asset } = each.rule;
      const spent = spentOf(each);
      if (asset === undefined || !spent) return [];
      return [{ ...describe(each), asset: { code: asset }, ...roomOf(each, spent) }];
    }),
    values: limited.flatMap((each) => {
      const { currency } = each.rule;
      if (currency === undefined) return [];
      const spent = spentOf(each);
      const room = spent ? roomOf(each, spent) : { spent: null, remaining: null };
      return [{ ...describe(each), currency, ...room }];
    }),
  };
}

const scopeOf = ({ rule, venue, sum }: Limited) => ({
  asset: rule.asset ?? '',
  venue,
  window: sum.window,
  currency: rule.currency ?? null,
});

const describe = ({ number, rule, venue, sum }: Limited) => ({
  rule: number,
  sentence: explain(rule, number),
  venue,
  window: sum.window,
  limit: sum.over,
});

function roomOf({ sum }: Limited, spent: Decimal) {
  const room = Decimal.parse(sum.over).minus(spent);
  return {
    spent: spent.toString(),
    remaining: (room.compare(Decimal.ZERO) < 0 ? Decimal.ZERO : room).toString(),
  };
}
