import { connect } from '../../../platform/postgres/index.ts';
import { ingest } from '../intake/index.ts';
import { contextOf, ndjson, openTestFacts } from '../../testing/facts.ts';
import { mortal, type Moment } from '../../testing/mortal.ts';
import { rate } from '../../testing/program.ts';

/* A process that stores one batch, with its currency as the key, and dies in the middle of it. */
const [folder = '', url = '', moment = '', currency = ''] = process.argv.slice(2);
const { db } = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const facts = mortal(await openTestFacts(folder, db), 1, moment as Moment);
const source = ndjson([rate(currency, '2024-02-01', '1'), rate(currency, '2024-02-02', '2')]);
await ingest(contextOf(facts), { kind: 'rates', source, idempotencyKey: currency });
