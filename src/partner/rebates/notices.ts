import { later } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { readSpread, spreadOccasion, type NoticeKind } from '../../platform/notices/index.ts';
import { selectPending } from './runs/index.ts';

/** A run over all groups makes them one after the other: each puts off the message, which is about all of them. */
const AFTER_RUN_MS = 15 * 60_000;
const GRANT = 'rebates:edit';

/** Rebates that came to wait on a day, for those who can approve them: the people of the partner. */
export const rebateNotice: NoticeKind = {
  name: 'rebate.approval',
  summary: 'Rebates wait for your approval.',
  services: ['partner'],
  grants: [GRANT],
  isOfPartners: true,
  isPrivate: true,
  texts: {
    en: {
      title: 'Rebates wait for your approval',
      short: 'Rebates of your clients wait. Approve or reject them.',
      full: 'Rebates of your clients wait. Approve or reject them. Runs: {runs}.',
    },
    de: {
      title: 'Rabatte warten auf Ihre Freigabe',
      short: 'Rabatte Ihrer Kunden warten. Geben Sie sie frei oder lehnen Sie sie ab.',
      full: 'Rabatte Ihrer Kunden warten. Geben Sie sie frei oder lehnen Sie sie ab. Läufe: {runs}.',
    },
  },
  async find(context, subject, among) {
    const { partner } = readSpread(subject);
    const [pending] = await selectPending(context.db, [partner]).execute();
    return (
      pending && {
        people: await findHolders(context, { grant: GRANT, partnerUid: partner, among, notBy: [] }),
        facts: { runs: String(pending.runs) },
        path: () => '/console/rebates',
      }
    );
  },
  async spread({ db }, _day, partners) {
    return (await selectPending(db, partners).execute()).map(({ partner_uid }) => partner_uid);
  },
};

export const rebateOccasion = (at: Date): JobRequest =>
  spreadOccasion(rebateNotice, at.toISOString().slice(0, 10), {
    service: 'partner',
    runAt: later(at, AFTER_RUN_MS),
  });
