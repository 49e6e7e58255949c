import { Type } from 'typebox';
import { later, type Context } from '../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { tellJob } from './define.ts';
import type { NoticeOptions } from './options.ts';
import { sendDue, sendJob } from './send.ts';
import { deleteOld } from './store.ts';
import { tell } from './tell.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1000;

const sweepJob = defineJob({ name: 'notice.sweep', payload: Type.Object({}), maxAttempts: 5 });

/** Deletes notices, with their deliveries, after 30 days. */
async function sweepNotices({ db, clock }: Context<Db>): Promise<void> {
  const before = later(clock.now(), -KEPT_MS);
  let deleted: bigint;
  do {
    ({ numDeletedRows: deleted } = await deleteOld(db, before, BATCH).executeTakeFirstOrThrow());
  } while (deleted === BigInt(BATCH));
}

/** Each channel has a lane of its own, so that one that hangs delays no other. */
export function noticeJobs(options: NoticeOptions): ModuleJobs {
  const sends = options.channels.map(({ name }) => request(sendJob, { channel: name }));
  return {
    handlers: [
      handle(tellJob, (context, payload) => tell(context, options, payload)),
      handle(
        sendJob,
        (context, payload) => sendDue(context, options, payload),
        async (_context, { channel }) => channel,
      ),
      handle(sweepJob, sweepNotices),
    ],
    cron: [
      ...sends.map((send) => ({ schedule: '* * * * *', request: send })),
      { schedule: '41 * * * *', request: request(sweepJob, {}) },
    ],
    atStart: sends,
  };
}
