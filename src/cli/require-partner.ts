import type { Command } from 'commander';
import { invalid } from '../kernel/index.ts';
import { withFactCommands } from '../process/index.ts';
import { configOfExisting } from './with-database.ts';

/** Refuses the uid of a partner that does not exist: a credential with it would see empty reports for ever. */
export async function requirePartner(command: Command, uid: string | undefined): Promise<void> {
  if (uid === undefined) return;
  const isKnown = await withFactCommands(configOfExisting(command), {}, (facts) => facts.hasPartner(uid));
  if (!isKnown) {
    throw invalid({
      partner: [
        `${uid} is not a partner: import it with \`quaestor import partners <file>\` first, or find it with ` +
          'GET /api/manage/partners?q=',
      ],
    });
  }
}
