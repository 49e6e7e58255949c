import { connect } from '../../../platform/postgres/index.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { mortal, type Moment } from '../../testing/mortal.ts';
import { forAll } from './months.ts';

/* A process that stores a correction of all orders and dies in the middle of it. */
const [folder = '', url = '', moment = '', size = ''] = process.argv.slice(2);
const { db } = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const facts = await openTestFacts(folder, db, { maxUpdatedRows: 0 });
if (moment === 'half') {
  facts.position.noteRecomputed = (fraction = 0) => {
    if (fraction > 0.4) process.kill(process.pid, 'SIGKILL');
  };
}
await put(contextOf(moment === 'half' ? facts : mortal(facts, 1, moment as Moment)), 'tariffs', forAll(size));
