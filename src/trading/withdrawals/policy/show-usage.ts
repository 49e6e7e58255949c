import { Decimal, type Context } from '../../../kernel/index.ts';
import { readWithin, type Db } from '../../../platform/postgres/index.ts';
import { explain, selectActiveRules } from '../../policies/index.ts';
import type { PolicyUsage } from './schema.ts';
import { sumCreated } from './store.ts';
import { Sums } from './sums.ts';

/** What counts toward the sums of the active rules, and how much room they leave. */
export async function showPolicyUsage(context: Context<Db>): Promise<PolicyUsage> {
  const { actor, clock } = context;
  const now = clock.now();
  return readWithin(context, async (db) => {
    const policy = await selectActiveRules(db, actor.tenant).executeTakeFirst();
    const limited = (policy?.rules ?? []).flatMap((rule, index) =>
      rule.sum && rule.asset !== undefined
        ? [{ number: index + 1, rule, asset: rule.asset, venue: rule.venue ?? null, ...rule.sum }]
        : [],
    );
    const scopes = limited.map(({ asset, venue, window }) => ({ asset, venue, window }));
    const sums = await Sums.read(db, actor.tenant, scopes, now, sumCreated);
    return {
      policyVersion: policy?.version ?? null,
      at: now.toISOString(),
      rules: limited.map(({ number, rule, asset, venue, window, over }) => {
        const spent = sums.of(asset, { window, venue });
        const room = Decimal.parse(over).minus(spent);
        return {
          rule: number,
          sentence: explain(rule, number),
          asset: { code: asset },
          venue,
          window,
          spent: spent.toString(),
          limit: over,
          remaining: (room.compare(Decimal.ZERO) < 0 ? Decimal.ZERO : room).toString(),
        };
      }),
    };
  });
}
