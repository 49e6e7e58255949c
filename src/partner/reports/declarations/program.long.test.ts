import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { PROGRAM, readAsk, type Report } from '../query/index.ts';
import { readPage } from '../reading/index.ts';
import { ask, questions, SEED, world } from '../testing/questions.ts';
import { contextFor, NOW, openWorld } from '../testing/world.ts';
import { ibPerformance } from './ib-performance.ts';
import { performance } from './performance.ts';
import { programIbPerformance, programPerformance } from './program.ts';

const facts = await openWorld(world);
const PARTNERS = ['P0', 'P1', 'P2', 'P3', 'P4'];
const ALL = { limit: 1000, offset: 0 };

interface Page {
  readonly data: { readonly group_fields: readonly string[]; readonly click_count: number }[];
  readonly totals: { readonly count: number; readonly click_count: number };
}

async function askProgram(report: Report, query: object): Promise<Page> {
  const asked = readAsk(report, { ...query, ...ALL }, undefined, NOW);
  const { view } = await facts.engine.state();
  return JSON.parse(await readPage(contextFor(facts), { report, ask: asked, owner: PROGRAM, view })) as Page;
}

test.each([
  [performance, programPerformance],
  [ibPerformance, programIbPerformance],
] as const)(
  'program-wide rows of each partner are the rows of its own report, whatever is asked ($name)',
  { timeout: 600_000 },
  async (own, program) => {
    const asking = questions(own).filter(({ query }) => query['ordering'] === undefined);
    await fc.assert(
      fc.asyncProperty(asking, async ({ query, ...asked }) => {
        const groups = (query['group_by'] ?? own.grouping?.byDefault) as string[];
        const whole = await askProgram(program, { ...query, group_by: ['partner_uid', ...groups] });
        const seen: unknown[] = [];
        for (const me of PARTNERS) {
          const page = JSON.parse(await ask(facts, own, { ...asked, me, query }, ALL)) as Page;
          seen.push(...page.data.map((row) => ({ ...row, group_fields: [me, ...row.group_fields] })));
        }
        expect(whole.data).toEqual(seen);
        const [me = ''] = PARTNERS.slice(1);
        const narrowed = await askProgram(program, { ...query, partner_uid: [me], group_by: groups });
        const mine = JSON.parse(await ask(facts, own, { ...asked, me, query }, ALL)) as Page;
        expect(narrowed).toEqual(mine);
      }),
      { seed: SEED, numRuns: 12 },
    );
  },
);

test('totals cover all partners, with or without the partner as a dimension', async () => {
  const period = { date_from: '2023-12-20', date_to: '2024-06-01' };
  const byPartner = await askProgram(programPerformance, { ...period, group_by: ['partner_uid'] });
  const { count: _partners, ...totals } = byPartner.totals;
  const { count: _months, ...same } = (
    await askProgram(programPerformance, { ...period, group_by: ['month'] })
  ).totals;
  expect(same).toEqual(totals);
  const clicks = byPartner.data.reduce(
    (sum, row) => sum.plus(Decimal.of(BigInt(row.click_count))),
    Decimal.ZERO,
  );
  expect(clicks.toString()).toBe(String(totals.click_count));
});
