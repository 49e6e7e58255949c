import { sha256, type Actor } from '../../../kernel/index.ts';
import type { JobRequest } from '../../jobs/index.ts';
import { occasion, type NoticeKind } from '../../notices/index.ts';
import { newToken } from './token.ts';
import { selectMailable, setMailedHash } from './store.ts';

const name = 'person.invitation';

interface Invited {
  readonly tenant: string;
  /** The first secret of the invitation or reset. */
  readonly secretId: string;
  /** None at the command line, which shows the link. */
  readonly service: string | undefined;
}

/** Sends an invitation or a reset to a login that is an address. */
export const invitationOccasions = (actor: Actor, { tenant, secretId, service }: Invited): JobRequest[] =>
  service !== undefined && actor.tenant === tenant ? [occasion({ name }, secretId, { service })] : [];

/** `signInPath` is where people sign in at an OpenID provider, who need no link of their own. */
export const invitationNotice = (signInPath: string | undefined): NoticeKind => ({
  name,
  summary: 'You were invited, or your way to sign in was reset.',
  services: ['trading', 'partner'],
  isAlways: true,
  texts: {
    en: {
      title: 'Choose how you sign in to Quaestor',
      short: 'You were invited, or your way to sign in was reset. The link works once, until {until}.',
      full: 'You, {person}, were invited, or your way to sign in was reset. The link works once, until {until}.',
    },
    de: {
      title: 'Wählen Sie, wie Sie sich bei Quaestor anmelden',
      short:
        'Sie wurden eingeladen, oder Ihre Anmeldung wurde zurückgesetzt. Der Link funktioniert einmal, bis {until}.',
      full: 'Sie, {person}, wurden eingeladen, oder Ihre Anmeldung wurde zurückgesetzt. Der Link funktioniert einmal, bis {until}.',
    },
  },
  async find({ db, clock }, secretId) {
    const row = await selectMailable(db, secretId, clock.now()).executeTakeFirst();
    if (!row?.name.includes('@')) return undefined;
    return {
      people: [row.name],
      facts: { person: row.name, until: row.expires_at.toISOString() },
      address: row.name,
      async path() {
        if (signInPath !== undefined) return signInPath;
        const { token } = newToken();
        await setMailedHash(db, row.credential_id, sha256(token)).execute();
        return `/console/invitation#${token}`;
      },
    };
  },
});
