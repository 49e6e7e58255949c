import { newTraceId, type Context } from '../../../kernel/index.ts';
import type { Session } from '../../../platform/duckdb/index.ts';
import { connect, type Db } from '../../../platform/postgres/index.ts';
import type { Facts } from '../../facts/index.ts';
import { credit } from '../index.ts';
import { openFolder } from './open.ts';

/**
 * A process that credits and dies at its n-th write to the fact store: before it, or within its transaction, when
 * everything is done but the commit.
 */
const [url = '', folder = '', through = '', nth = '0', moment = ''] = process.argv.slice(2);
const die = (): void => process.kill(process.pid, 'SIGKILL') as never;
const database = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'crash' });
const context: Context<Db> = {
  actor: { kind: 'system', id: 'crash', tenant: 'default', scopes: new Set() },
  db: database.db,
  clock: { now: () => new Date('2024-06-01T12:00:00.000Z') },
  traceId: newTraceId(),
  signal: new AbortController().signal,
};
const facts = await openFolder(folder);
let writes = 0;
const mortal: Facts = {
  ...facts,
  database: {
    query: (...given) => facts.database.query(...given),
    parse: (sql) => facts.database.parse(sql),
    stream: (...given) => facts.database.stream(...given),
    snapshot: (...given) => facts.database.snapshot(...given),
    close: () => facts.database.close(),
    get revision() {
      return facts.database.revision;
    },
    write(work, signal) {
      return mortal.database.prepare((session, alone) => alone(() => work(session)), signal);
    },
    prepare(work, signal) {
      return facts.database.prepare(
        (session, alone) => work(session, (inner) => alone(() => live(session, inner))),
        signal,
      );
    },
  },
};

async function live<T>(session: Session, inner: () => Promise<T>): Promise<T> {
  writes += 1;
  if (writes === Number(nth)) {
    if (moment === 'before') die();
    session.transaction = async (change) => {
      await session.run('begin');
      const outcome = await change();
      die();
      return outcome;
    };
  }
  return inner();
}

await credit(context, mortal, { through });
await facts.database.close();
await database.close();
