import type { Command } from 'commander';
import { openPersonalKeys } from '../process/index.ts';
import { resealRecipients } from '../platform/recipients/index.ts';
import { say } from './output.ts';
import { withDatabase } from './with-database.ts';

export function addPersonalData(personalData: Command): void {
  const reseal = personalData
    .command('reseal')
    .description('encrypt with the first of personalData.keys what another one has encrypted')
    .action(() =>
      withDatabase(reseal, async ({ db }, _opened, config) => {
        const done = await resealRecipients(db, await openPersonalKeys(config));
        say(`${done} ${done === 1 ? 'recipient is' : 'recipients are'} encrypted with the first key now.`);
      }),
    );
}
