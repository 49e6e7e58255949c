import type { Uses } from '../../../platform/recipients/index.ts';
import { selectOutdated, selectUses } from './store.ts';

/** For what the partner service needs its recipients. */
export const uses: Uses = {
  service: 'partner',
  async find(tx, id) {
    const use = await selectUses(tx, id).executeTakeFirst();
    if (!use) return undefined;
    return use.kind === 'destination'
      ? `The destination of account ${use.name} has it: replace or refuse that.`
      : `Disbursement ${use.name} has not ended.`;
  },
  outdated: (db, before, limit) => selectOutdated(db, before, limit).execute(),
};
