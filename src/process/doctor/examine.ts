import type { Config } from '../../config/index.ts';
import { connectDatabase } from '../database.ts';
import { examineDatabase } from './database.ts';
import type { Finding } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineParts } from './parts.ts';

/** Checks everything that an installation needs and changes nothing. What depends on a failed part is left out. */
export async function* examine(config: Config): AsyncGenerator<Finding> {
  for await (const finding of examineMachine(config)) {
    yield finding;
    if (finding.subject === 'data' && finding.state === 'failed') return;
  }
  let opened;
  try {
    opened = await connectDatabase(config, { own: false, say: () => {} });
  } catch (error) {
    yield { subject: 'database', state: 'failed', text: (error as Error).message };
    return;
  }
  try {
    let isUsable = true;
    for await (const finding of examineDatabase(config, opened.database)) {
      yield finding;
      if (finding.subject !== 'connections' && finding.state !== 'ok') isUsable = false;
    }
    if (isUsable) yield* examineParts(config, opened.database.db);
    else yield { subject: 'the rest', state: 'unknown', text: 'not checked: the database comes first' };
  } finally {
    await opened.close();
  }
}
