import type { Context } from '../../kernel/index.ts';
import type { ServiceName } from '../auth/index.ts';
import { command, run } from '../commands/index.ts';
import type { PersonalData } from '../personal-data/index.ts';
import { readWithin, type Db } from '../postgres/index.ts';
import { getRecipient, type Recipient } from './read.ts';

/** Reads what others said about somebody, only if an audit entry says who read it. Once erased, nobody is shown. */
export async function viewRecipient(
  context: Context<Db>,
  personal: PersonalData,
  service: ServiceName,
  id: string,
): Promise<Recipient> {
  const { tenant } = context.actor;
  const recipient = await readWithin(context, (db) => getRecipient(db, personal, { tenant, service }, id));
  // The command gets nothing of what it says.
  if (recipient.data !== null) await run(context, viewing, { id: recipient.id, hash: recipient.hash });
  return recipient;
}

const viewing = command({
  name: 'recipient.view',
  scope: 'pii:view',
  decide: (_state, { id, hash }: Pick<Recipient, 'id' | 'hash'>) => ({
    change: id,
    audit: { subject: id, details: { hash } },
  }),
  write: async (_tx, id) => id,
});
