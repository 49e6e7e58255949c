import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../kernel/index.ts';
import {
  compareAnchors,
  findHead,
  listAnchors,
  pruneAnchors,
  writeAnchor,
  formatAnchor,
  type Anchor,
} from '../../platform/audit/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Logger } from '../../platform/telemetry/index.ts';
import { findOpenRestore } from './find.ts';
import { recordRestore, type Precaution } from './record.ts';
import { HELD } from './restore.ts';
import { selectRecorded } from './store.ts';

interface WatchOptions {
  readonly context: Context<Db>;
  readonly storage: Storage;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly precautions: Readonly<Record<string, Precaution>>;
  readonly everyMs?: number;
}

export interface RestoreWatch {
  /** Writes the last anchor. */
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
/** How long a start or a stop waits for the storage. */
const PATIENCE_MS = 5_000;

/**
 * Compares the database with the anchors in the storage, and keeps writing anchors. Resolves after the first
 * comparison. A storage that does not answer is logged and stops nothing.
 */
export async function watchRestores(options: WatchOptions): Promise<RestoreWatch> {
  const { context, logger, everyMs = EVERY_MS } = options;
  const stopping = new AbortController();
  let last: string | undefined;
  const check = async (): Promise<void> => {
    try {
      last = await anchorHead(options, last);
    } catch (error) {
      logger.warn({ err: error }, 'the anchors of the audit log could not be compared or written');
    }
  };
  const checkSoon = async (): Promise<void> => {
    const late = sleep(PATIENCE_MS, 'late', { ref: false });
    if ((await Promise.race([check(), late])) === 'late') {
      logger.warn({}, 'the storage did not answer in time: a restored database may not be recognised yet');
    }
  };
  await checkSoon();
  if (await findOpenRestore(context.db)) logger.error({}, HELD);
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false });
      await check();
    }
  };
  const watching = watch().catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await Promise.race([watching, sleep(PATIENCE_MS, undefined, { ref: false })]);
      await checkSoon();
    },
  };
}

/** Returns the head that is now anchored; does nothing if it is `last`. */
async function anchorHead(options: WatchOptions, last: string | undefined): Promise<string | undefined> {
  const { context, storage } = options;
  const found = await findHead(context.db);
  if (found && formatAnchor(found) === last) return last;
  const anchors = await listAnchors(storage);
  const { lost, settled } = await settle(options, anchors);
  // Recording a loss adds entries.
  const head = await findHead(context.db);
  if (!head) return undefined;
  await writeAnchor(storage, head);
  const earlier = anchors.filter((anchor) => !lost.includes(anchor) && anchor.seq !== head.seq);
  await pruneAnchors(storage, [head, ...earlier], settled);
  return formatAnchor(head);
}

/** Records a loss that the anchors show. Anchors of recorded losses are settled. */
async function settle(options: WatchOptions, anchors: readonly Anchor[]) {
  const { context, logger, precautions } = options;
  const { db } = context;
  const comparison = await compareAnchors(db, anchors);
  const { lost } = comparison;
  const isRecorded = await recordedAmong(db, lost);
  const news = lost.filter((anchor) => !isRecorded(anchor));
  if (news.length === 0) return { lost, settled: lost };
  const recorded = await recordRestore(context, { ...comparison, lost: news }, precautions);
  if (recorded) {
    const { restore, counts } = recorded;
    logger.error({ head: restore.head, lostSince: restore.lostSince, ...counts }, HELD);
  }
  return { lost, settled: lost.filter(await recordedAmong(db, lost)) };
}

async function recordedAmong(db: Db, anchors: readonly Anchor[]): Promise<(anchor: Anchor) => boolean> {
  if (anchors.length === 0) return () => false;
  const rows = await selectRecorded(db, anchors.map(formatAnchor)).execute();
  const recorded = new Set(rows.map(({ anchor }) => anchor));
  return (anchor) => recorded.has(formatAnchor(anchor));
}
