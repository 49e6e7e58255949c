import { Type } from 'typebox';
import { later, type Context } from '../../kernel/index.ts';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { spreadPage, type NoticeOptions } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { TIER_KIND } from './notices.ts';

const tierJob = defineJob({ name: 'tier.tell', payload: Type.Object({}), maxAttempts: 5 });

const DAY_MS = 86_400_000;
/** Longer than most outages, and shorter than notices are kept: nobody gets a second message. */
const DAYS_BACK = 3;

/** Makes a message for each partner that has reached a tier on one of the last days. */
export async function tellTiers(context: Context<Db>, options: NoticeOptions): Promise<void> {
  const today = context.clock.now();
  for (let back = DAYS_BACK; back >= 0; back -= 1) {
    const about = later(today, -back * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const spreading = { kind: TIER_KIND.name, about, service: 'partner' };
    let after = await spreadPage(context, options, spreading);
    while (after) after = await spreadPage(context, options, { ...spreading, after });
  }
}

/** For the process that holds the lease of the log. */
export const profileJobs = (options: NoticeOptions): ModuleJobs => ({
  handlers: [
    handle(
      tierJob,
      (context) => tellTiers(context, options),
      async () => '',
    ),
  ],
  cron: [{ schedule: '17 * * * *', request: request(tierJob, {}) }],
});
