import type { Session } from '../../platform/duckdb/index.ts';
import type { Facts } from '../facts/handle/index.ts';

/** Where a process dies: before a write, when its object is stored, when the log has it, when the store has it too. */
export type Moment = 'before' | 'object' | 'append' | 'commit';

/** Facts that kill the process in their n-th write to the store. */
export function mortal(facts: Facts, nth: number, moment: Moment): Facts {
  let writes = 0;
  const dieAt = (now: Moment): void => {
    if (writes === nth && now === moment) process.kill(process.pid, 'SIGKILL');
  };
  const live = async <T>(session: Session, inner: () => Promise<T>): Promise<T> => {
    writes += 1;
    dieAt('before');
    session.transaction = async (change) => {
      await session.run('begin');
      const outcome = await change();
      dieAt('append');
      await session.run('commit');
      return outcome;
    };
    const outcome = await inner();
    dieAt('commit');
    return outcome;
  };
  const { database, storage } = facts;
  return {
    ...facts,
    storage: {
      ...storage,
      async put(key, content) {
        await storage.put(key, content);
        dieAt('object');
      },
    },
    database: {
      query: (...given) => database.query(...given),
      parse: (sql) => database.parse(sql),
      stream: (...given) => database.stream(...given),
      snapshot: (...given) => database.snapshot(...given),
      reopen: (prepare) => database.reopen(prepare),
      close: () => database.close(),
      check: () => database.check(),
      get revision() {
        return database.revision;
      },
      get replacements() {
        return database.replacements;
      },
      get failures() {
        return database.failures;
      },
      write: (work, signal) => database.write((session) => live(session, () => work(session)), signal),
      prepare: (work, signal) =>
        database.prepare(
          (session, alone) => work(session, (inner) => alone(() => live(session, inner))),
          signal,
        ),
    },
  };
}
