import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../platform/notices/index.ts';
import { selectOutage } from './store.ts';

/** A venue that has not been live for a while, and still is not. */
export const outageNotice: NoticeKind = {
  name: 'venue.outage',
  summary: 'A venue is not live.',
  services: ['trading'],
  texts: {
    en: {
      title: 'A venue is not live',
      short: 'A venue has not answered for some minutes. What needs it waits until it does.',
      full: '{venue} has not answered since {since}. What needs it waits until it does.',
    },
    de: {
      title: 'Eine Börse ist nicht erreichbar',
      short: 'Eine Börse antwortet seit einigen Minuten nicht. Was sie braucht, wartet, bis sie antwortet.',
      full: '{venue} antwortet seit {since} nicht. Was sie braucht, wartet, bis sie antwortet.',
    },
  },
  async find(context, subject, among) {
    const [venue = '', since = ''] = subject.split(' ');
    const row = await selectOutage(context.db, context.actor.tenant, venue).executeTakeFirst();
    if (row?.since.toISOString() !== since || row.live_since !== null) return undefined;
    const holders = (grant: string) => findHolders(context, { grant, among, notBy: [] });
    const [operators, admins] = await Promise.all([holders('venue-transfer:edit'), holders('trading:admin')]);
    return {
      people: [...new Set([...operators, ...admins])],
      facts: { venue, since },
      path: () => '/console/venues',
    };
  },
};

export const outageOccasion = (venue: string, since: Date): JobRequest =>
  occasion(outageNotice, `${venue} ${since.toISOString()}`, { service: 'trading' });
