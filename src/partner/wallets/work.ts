import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { endMonth, type Carry } from './months/index.ts';

const end = defineJob({ name: 'wallet-month.end', payload: Type.Object({}), maxAttempts: 20 });
const endDue = request(end, {}, { key: 'wallet-month.end' });

export const walletJobs = ({ carry }: { readonly carry: Carry }): ModuleJobs => ({
  handlers: [handle(end, (context) => endMonth(context, carry))],
  // Every day, and before the rewards of the day before are credited: a month that nobody has ended is ended on the next day.
  cron: [{ schedule: '10 0 * * *', request: endDue }],
  atStart: [endDue],
});
