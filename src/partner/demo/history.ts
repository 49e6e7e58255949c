import type { Actor } from '../../kernel/index.ts';
import { closeDays } from '../crediting/index.ts';
import { ingest } from '../facts/intake/index.ts';
import { kindNamed } from '../facts/kinds/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { createGroup, moveIn } from '../rebates/index.ts';
import { FIRST_PARTNER } from './program.ts';
import { clientRow, isSharable } from './traffic.ts';

const DAY_MS = 86_400_000;
const WEEKS = 4;
/** Some orders are corrected this many weeks before the end, after they were credited. */
const CORRECTED_WEEKS_AGO = 2;

const weeksBefore = (now: Date, weeks: number): Date => new Date(now.getTime() - weeks * 7 * DAY_MS);
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** When the history begins: the facts are loaded then, and what was earned before is credited at once. */
export const beginningOf = (now: Date): Date => weeksBefore(now, WEEKS);

/** The same caller at another time. */
export const at = (context: FactsContext, time: Date): FactsContext => ({
  ...context,
  clock: { now: () => time },
});

/** The weeks of the groups began this many days before the end, so that the current one has rewards. */
const CURRENT_WEEK_DAYS = 3;

/** The rebates of the first are paid by themselves, those of the second when somebody approves them. */
const GROUPS = [
  { group_title: 'All clients', group_type: 'auto', rebate_percent: 5, is_default: true },
  { group_title: 'Gold clients', group_type: 'manual', rebate_percent: 15 },
] as const;
const GOLD_CLIENTS = 5;

/** Weeks of a running program: rebate groups, weekly crediting runs, and a correction that becomes an adjustment. */
export async function runWeeks(context: FactsContext): Promise<void> {
  const now = context.clock.now();
  const beginning = beginningOf(now);
  await shareAccounts(at(context, beginning));
  const actor: Actor = { ...context.actor, partnerUid: FIRST_PARTNER, scopes: new Set(['rebates:edit']) };
  await groupClients(at({ ...context, actor }, beginning));
  for (let weeks = WEEKS; weeks > 0; weeks -= 1) {
    const time = weeksBefore(now, weeks);
    if (weeks === CORRECTED_WEEKS_AGO) await correctOrders(at(context, time));
    const through = dayOf(new Date(time.getTime() - DAY_MS));
    await closeDays(at(context, time), { through });
  }
}

/** All clients of the first partner are in one group, but for some of the busiest. */
async function groupClients(context: FactsContext): Promise<void> {
  const gold = await context.facts.database.query<{ client_uid: string }>(
    `select client_uid from orders
      join client_accounts using (client_account) join partners on partners.partner_no = orders.partner_no
    where partner_uid = $1 and orders.trial is not true
    group by client_uid order by count(*) desc, client_uid limit ${GOLD_CLIENTS} offset 1`,
    [FIRST_PARTNER],
  );
  const begun = new Date(context.clock.now().getTime() - CURRENT_WEEK_DAYS * DAY_MS);
  const period = { rebate_period: 'weekly', rebate_period_value: begun.getUTCDay() || 7 } as const;
  for (const group of GROUPS) {
    const { id } = (await createGroup(context, { ...group, ...period })).group;
    if (group.group_type === 'auto') continue;
    for (const { client_uid } of gold) await moveIn(context, { group_id: id, client_uid });
  }
}

/** Other partners share client accounts with the first one: of those that may be shared, the busiest. */
async function shareAccounts(context: FactsContext): Promise<void> {
  const from = dayOf(weeksBefore(context.clock.now(), WEEKS));
  const sql = `
    select client_account, '${FIRST_PARTNER}' as agent_uid, 20::decimal(5, 2) as percent, date '${from}' as shared_from
    from orders join partners using (partner_no) join client_accounts using (client_account)
    where partner_uid <> '${FIRST_PARTNER}' and orders.trial is not true and ${isSharable(clientRow('client_uid'))}
    group by client_account order by count(*) desc, client_account limit 8`;
  await ingest(context, { kind: 'shares', source: { format: 'select', sql } });
}

/** Some orders that were credited turn out to have been half as large. */
async function correctOrders(context: FactsContext): Promise<void> {
  const day = dayOf(context.clock.now());
  const fields = Object.keys(kindNamed('orders').fields).map((name) =>
    name.startsWith('volume_') ? `${name} * 0.5 as ${name}` : name,
  );
  await ingest(context, {
    kind: 'orders',
    source: {
      format: 'select',
      sql: `select ${fields.join(', ')} from orders
        where partner_no = (select partner_no from partners where partner_uid = '${FIRST_PARTNER}')
          and closed_at < date '${day}' - 8 and reward_usd > 0
        order by closed_at desc, ticket limit 5`,
    },
  });
}
