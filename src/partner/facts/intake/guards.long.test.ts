import { describe, expect, test } from 'vitest';
import { isIdentifier } from '../../../kernel/index.ts';
import { ndjson, put, testFacts, type FactRow } from '../../testing/facts.ts';
import { putProgram } from '../../testing/program.ts';
import { ingest } from './ingest.ts';
import type { FactsContext } from '../handle/index.ts';

const partner = (partner_uid: string, parent_uid: string | null = null) => ({ partner_uid, parent_uid });

const share = (agent_uid: string, percent: string, further: FactRow = {}): FactRow => ({
  client_account: '9001',
  agent_uid,
  percent,
  shared_from: '2024-03-01',
  ...further,
});

async function withProgram(): Promise<FactsContext> {
  const context = await testFacts();
  await putProgram(context);
  return context;
}

/** The refusals of a batch, as `line field reason`. */
async function refusalsOf(context: FactsContext, kind: string, rows: readonly FactRow[]): Promise<string[]> {
  const { errors } = await ingest(context, { kind, source: ndjson(rows) });
  return errors.map(({ line, field, reason }) => `${line} ${field} ${reason}`);
}

test('facts take exactly the partner_uids that credentials take', async () => {
  const context = await testFacts();
  const characters = Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code));
  const uids = [...characters.map((character) => `p${character}1`), 'x'.repeat(64), 'x'.repeat(65), 'ü', '*'];
  const rows = uids.map((partner_uid) => ({ partner_uid }));
  const { errors } = await ingest(context, { kind: 'partners', source: ndjson(rows) });
  const refused = uids.filter((_, index) => errors.some(({ line }) => line === index + 1));
  expect(refused).toEqual(uids.filter((uid) => !isIdentifier(uid)));
});

describe('parents in a circle are refused', () => {
  const REASON = 'parent_uid must not lead back to the partner through the parents above';

  test('within a batch, each line of the circle and no other', async () => {
    const rows = [partner('A', 'B'), partner('B', 'C'), partner('C', 'A'), partner('D', 'A'), partner('E')];
    const refused = await refusalsOf(await testFacts(), 'partners', rows);
    expect(refused).toEqual([`1 ${REASON}`, `2 ${REASON}`, `3 ${REASON}`]);
  });

  test('with partners that are stored; without the circle the same change is taken', async () => {
    const context = await testFacts();
    await put(context, 'partners', partner('A'), partner('B', 'A'), partner('C', 'B'));
    expect(await refusalsOf(context, 'partners', [partner('A', 'C')])).toEqual([`1 ${REASON}`]);
    await put(context, 'partners', partner('A', 'C'), partner('B'));
  });

  test('also in chains of 20,000 partners', async () => {
    const context = await testFacts();
    const chain = Array.from({ length: 20_000 }, (_, i) => partner(`p${i}`, i === 0 ? null : `p${i - 1}`));
    await put(context, 'partners', ...chain);
    expect(await refusalsOf(context, 'partners', [partner('p0', 'p19999')])).toEqual([`1 ${REASON}`]);
  });
});

describe('shares', () => {
  const TOO_MUCH = 'percent must not bring the shares of the account to more than 100 on any day';

  test.each(['100.01', '150', '999.99', '1000', '-1'])('of %s percent are refused', async (percent) => {
    const refused = await refusalsOf(await withProgram(), 'shares', [share('P2', percent)]);
    expect(refused).toEqual([expect.stringContaining('1 percent must be')]);
  });

  test('with the partner of the account are refused', async () => {
    expect(await refusalsOf(await withProgram(), 'shares', [share('P1', '10'), share('P2', '10')])).toEqual([
      '1 agent_uid must be another partner than the one whose client has the account',
    ]);
  });

  test('that come to more than 100 percent on a day are refused, with stored ones too', async () => {
    const context = await withProgram();
    const rows = [share('P2', '60'), share('P0', '40.01')];
    expect(await refusalsOf(context, 'shares', rows)).toEqual([`1 ${TOO_MUCH}`, `2 ${TOO_MUCH}`]);
    await put(context, 'shares', share('P2', '60', { shared_to: '2024-03-31' }));
    expect(await refusalsOf(context, 'shares', [share('P0', '40.01')])).toEqual([`1 ${TOO_MUCH}`]);
    const [next, last] = ['2024-04-01', '2024-03-31'].map((shared_from) =>
      share('P0', '70', { shared_from }),
    );
    expect(await refusalsOf(context, 'shares', [last ?? {}])).toEqual([`1 ${TOO_MUCH}`]);
    await put(context, 'shares', next ?? {}, next ?? {});
    await put(context, 'shares', share('P2', '100', { shared_to: '2024-03-31' }));
  });
});
