import { newTraceId, type Actor } from '../../../kernel/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { openTestFacts } from '../../testing/facts.ts';
import { mortal, type Moment } from '../../testing/mortal.ts';
import { credit } from '../index.ts';

/* A process that credits and dies in its n-th write to the fact store. */
const [url = '', folder = '', through = '', nth = '0', moment = 'before'] = process.argv.slice(2);
const database = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const context = {
  actor: { kind: 'system', id: 'crash', tenant: 'default', scopes: new Set() } satisfies Actor as Actor,
  db: database.db,
  clock: { now: () => new Date('2024-06-01T12:00:00.000Z') },
  traceId: newTraceId(),
  signal: new AbortController().signal,
};
const facts = await openTestFacts(folder, database.db);
await credit({ ...context, facts: mortal(facts, Number(nth), moment as Moment) }, { through });
await facts.close();
await database.close();
