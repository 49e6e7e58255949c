import { newTraceId, type Context } from '../../../kernel/index.ts';
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
    stream: (...given) => facts.database.stream(...given),
    prepare: (...given) => facts.database.prepare(...given),
    close: () => facts.database.close(),
    async write(work, signal) {
      writes += 1;
      const isLast = writes === Number(nth);
      if (isLast && moment === 'before') die();
      return facts.database.write((session) => {
        if (isLast && moment === 'within') {
          session.transaction = async (inner) => {
            await session.run('begin');
            const outcome = await inner();
            die();
            return outcome;
          };
        }
        return work(session);
      }, signal);
    },
  },
};
await credit(context, mortal, { through });
await facts.database.close();
await database.close();
