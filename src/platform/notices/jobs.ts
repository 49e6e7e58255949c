import { Type } from 'typebox';
import { later, type Context } from '../../kernel/index.ts';
import { defineJob, enqueue, handle, request, type ModuleJobs } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { notifyJob } from './define.ts';
import type { NoticeOptions } from './options.ts';
import { deleteLostDevices } from './push/index.ts';
import { sendDue, sendJob } from './send.ts';
import { spread, spreadJob } from './spread/index.ts';
import { deleteOld, selectDueLanes } from './store.ts';
import { notify } from './notify.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 1000;

const sweepJob = defineJob({ name: 'notice.sweep', payload: Type.Object({}), maxAttempts: 5 });

/** Deletes notices, with their deliveries, after 30 days, and devices that nothing is sent to any more. */
async function sweepNotices({ db, clock }: Context<Db>): Promise<void> {
  const before = later(clock.now(), -KEPT_MS);
  let deleted: bigint;
  do {
    ({ numDeletedRows: deleted } = await deleteOld(db, before, BATCH).executeTakeFirstOrThrow());
  } while (deleted === BigInt(BATCH));
  await deleteLostDevices(db).execute();
}

const wakeJob = defineJob({ name: 'notice.wake', payload: Type.Object({}), maxAttempts: 5 });
const LANES_AT_ONCE = 1000;

/** Starts the lanes in which something has become due. */
async function wakeLanes(context: Context<Db>, { channels }: NoticeOptions): Promise<void> {
  const { db, clock } = context;
  const names = channels.map(({ name }) => name);
  const personal = channels.filter(({ isPersonal }) => isPersonal).map(({ name }) => name);
  const lanes = await selectDueLanes(db, names, personal, clock.now(), LANES_AT_ONCE).execute();
  if (lanes.length === 0) return;
  await enqueue(
    db,
    context,
    lanes.map(({ channel, person, device }) =>
      request(sendJob, { channel, ...(person !== null && { person }), ...(device !== null && { device }) }),
    ),
  );
}

/** A channel that hangs delays no other, as each has a lane of its own, and each chat too. */
export function noticeJobs(options: NoticeOptions): ModuleJobs {
  const wake = request(wakeJob, {});
  return {
    handlers: [
      handle(notifyJob, (context, payload) => notify(context, options, payload)),
      handle(spreadJob, (context, payload) => spread(context, options, payload)),
      handle(
        sendJob,
        (context, payload) => sendDue(context, options, payload),
        async (_context, { channel, person = '', device = '' }) => `${channel} ${person} ${device}`,
      ),
      handle(wakeJob, (context) => wakeLanes(context, options)),
      handle(sweepJob, sweepNotices),
    ],
    cron: [
      { schedule: '* * * * *', request: wake },
      { schedule: '41 * * * *', request: request(sweepJob, {}) },
    ],
    atStart: [wake],
  };
}
