import { invalid, isTimeZone, type Context } from '../../../../kernel/index.ts';
import { command, run } from '../../../commands/index.ts';
import type { Db } from '../../../postgres/index.ts';
import { asSelf, SCOPE } from '../as-self.ts';
import { ownSession } from '../confirm.ts';
import { toPreferences } from './read.ts';
import type { Preferences } from './schema.ts';
import { saveDisplay } from './store.ts';

/** Replaces how the console speaks to the caller. */
export async function savePreferences(context: Context<Db>, wanted: Preferences): Promise<Preferences> {
  const { credentialId } = ownSession(context);
  if (wanted.timeZone !== null && !isTimeZone(wanted.timeZone)) {
    throw invalid({ timeZone: ['is not a time zone such as Europe/Berlin'] });
  }
  const { result } = await run(asSelf(context), save, { credentialId, ...wanted });
  return toPreferences(result);
}

const save = command({
  name: 'person.save-preferences',
  scope: SCOPE,
  decide: (_state: undefined, input: Preferences & { readonly credentialId: string }) => ({
    change: { credential_id: input.credentialId, language: input.language, time_zone: input.timeZone },
    audit: {
      subject: input.credentialId,
      details: { language: input.language, timeZone: input.timeZone },
    },
  }),
  write: (tx, row) => saveDisplay(tx, row).executeTakeFirstOrThrow(),
});
