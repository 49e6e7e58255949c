import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../platform/notices/index.ts';
import { selectDestination } from './store.ts';

/** A saved destination that this admin can confirm. */
export const destinationNotice: NoticeKind = {
  name: 'destination.confirm',
  summary: 'A saved destination waits for you.',
  services: ['trading'],
  grants: ['trading:admin'],
  texts: {
    en: {
      title: 'A saved destination waits for you',
      short: 'Somebody has saved a destination for withdrawals. Confirm it if it is right.',
      full: '{savedBy} has saved {place} as {alias}. Confirm it if it is right.',
    },
    de: {
      title: 'Ein gespeichertes Ziel wartet auf Sie',
      short: 'Jemand hat ein Ziel für Auszahlungen gespeichert. Bestätigen Sie es, wenn es richtig ist.',
      full: '{savedBy} hat {place} als {alias} gespeichert. Bestätigen Sie es, wenn es richtig ist.',
    },
  },
  async find(context, id, among) {
    const row = await selectDestination(context.db, context.actor.tenant, id).executeTakeFirst();
    if (!row || row.confirmed_at !== null) return undefined;
    const { changed_by: by, changed_at: at } = row;
    const notBy = [
      { by: row.created_by, at: row.created_at },
      ...(by !== null && at !== null ? [{ by, at }] : []),
    ];
    return {
      people: await findHolders(context, { grant: 'trading:admin', among, notBy }),
      facts: { savedBy: row.created_by, place: row.address ?? row.account ?? '', alias: row.alias },
      path: () => '/console/destinations',
    };
  },
};

export const destinationOccasion = (id: string): JobRequest =>
  occasion(destinationNotice, id, { service: 'trading' });
