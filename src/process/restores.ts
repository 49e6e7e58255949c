import type { Config } from '../config/index.ts';
import type { Context } from '../kernel/index.ts';
import { compareAnchors } from '../platform/audit/index.ts';
import type { Db } from '../platform/postgres/index.ts';
import { stopUnfinished } from '../trading/conversions/index.ts';
import {
  recordRestore,
  watchRestores,
  type Precaution,
  type RestoreWatch,
} from '../trading/restores/index.ts';
import { doubtUnsent } from '../trading/withdrawals/index.ts';
import { processContext } from './context.ts';
import type { Resources } from './resources.ts';

type Watched = Pick<Resources, 'config' | 'database' | 'storage' | 'logger'>;

/** Recognises a database that was restored from a backup, now and while the process runs. */
export function startRestoreWatch({ config, database, storage, logger }: Watched): Promise<RestoreWatch> {
  const context = processContext(database.db);
  return watchRestores({ context, storage, logger, precautions: precautionsOf(config) });
}

/** Does what a recognised restore does. Returns whether withdrawals were not held already. */
export async function holdWithdrawals(context: Context<Db>, config: Config): Promise<boolean> {
  const recorded = await recordRestore(context, await compareAnchors(context.db, []), precautionsOf(config));
  return recorded !== undefined;
}

const precautionsOf = (config: Config): Readonly<Record<string, Precaution>> => ({
  withdrawals: (tx, context) => doubtUnsent(tx, context, config.withdrawals),
  conversions: stopUnfinished,
});
