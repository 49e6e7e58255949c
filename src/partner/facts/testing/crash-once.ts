import { connect } from '../../../platform/postgres/index.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { mortal, type Moment } from '../../testing/mortal.ts';
import { rate } from '../../testing/program.ts';

/* A process that stores one batch and dies in the middle of it. */
const [folder = '', url = '', moment = '', currency = ''] = process.argv.slice(2);
const { db } = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const facts = mortal(await openTestFacts(folder, db), 1, moment as Moment);
await put(contextOf(facts), 'rates', rate(currency, '2024-02-01', '1'), rate(currency, '2024-02-02', '2'));
