import { connect } from '../../../platform/postgres/index.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';

/*
 * A process of its own that takes in one batch of rates after the other and tells its parent of each that is
 * acknowledged, until it is killed.
 */
const [folder = '', url = '', first = '0'] = process.argv.slice(2);
const { db } = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const context = contextOf(await openTestFacts(folder, db));
for (let batch = Number(first); ; batch++) {
  const days = Array.from({ length: 28 }, (_, day) => `2024-02-${String(day + 1).padStart(2, '0')}`);
  const currency = `A${String.fromCodePoint(65 + Math.floor(batch / 26), 65 + (batch % 26))}`;
  await put(context, 'rates', ...days.map((day) => rate(currency, day, '1')));
  process.send?.(currency);
}
