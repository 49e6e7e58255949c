import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import type { NoticeOptions } from '../../platform/notices/index.ts';
import type { Facts } from '../facts/handle/index.ts';
import { sendViews, notifyDue } from './send-due.ts';

const dueJob = defineJob({ name: 'saved-view.due', payload: Type.Object({}), maxAttempts: 5 });
const sendJob = defineJob({ name: 'saved-view.send', payload: Type.Object({}), maxAttempts: 5 });

/** For the process that holds the lease of the log. Each has a lane, so that neither takes the place of other jobs. */
export function viewJobs(facts: Facts, options: NoticeOptions): ModuleJobs {
  const requests = [request(dueJob, {}), request(sendJob, {})];
  return {
    handlers: [
      handle(
        dueJob,
        (context) => notifyDue(context, facts, options),
        async () => '',
      ),
      handle(
        sendJob,
        (context) => sendViews(context, options),
        async () => '',
      ),
    ],
    cron: requests.map((each) => ({ schedule: '* * * * *', request: each })),
    atStart: requests,
  };
}
