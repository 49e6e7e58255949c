import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { IDLE_MS } from './find.ts';
import { selectSessions } from './store.ts';

const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });

export const SessionEntry = Type.Object(
  {
    id: Type.String({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    service: Type.String({ examples: ['trading'] }),
    method: Type.String({ examples: ['passkey'] }),
    ip: Type.String({ examples: ['192.0.2.7'] }),
    userAgent: Type.String({ examples: ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'] }),
    signedInAt: Time,
    lastSeenAt: Time,
    endsAt: Time,
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.', examples: [true] }),
  },
  { title: 'Session' },
);

/** The sessions of a person that are neither ended, expired nor idle. */
export async function listSessions({ actor, db, clock }: Context<Db>, credentialId: string) {
  const now = clock.now();
  const seenAfter = new Date(now.getTime() - IDLE_MS);
  const rows = await selectSessions(db, credentialId, now, seenAfter).execute();
  return rows.map((row) => ({
    id: row.id,
    service: row.service,
    method: row.method,
    ip: row.ip,
    userAgent: row.user_agent,
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
    isCurrent: row.id === actor.session?.id,
  }));
}
