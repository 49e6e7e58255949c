import type { Uses } from '../../platform/recipients/index.ts';
import { selectOutdated, selectUses } from './store.ts';

/** For what the trading service needs its recipients. */
export const uses: Uses = {
  service: 'trading',
  async find(tx, id) {
    const use = await selectUses(tx, id).executeTakeFirst();
    if (!use) return undefined;
    return use.kind === 'destination'
      ? `The saved destination ${use.name} has it: change or delete that.`
      : `The withdrawal ${use.name} has not ended.`;
  },
  outdated: (db, before, limit) => selectOutdated(db, before, limit).execute(),
};
