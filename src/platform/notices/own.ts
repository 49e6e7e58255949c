import { Problem, type Actor, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';

/** Never granted to a credential: people always choose for themselves how they get messages. */
export const SCOPE = 'own-notices:edit';

/** The login of the caller, who is a person with a session. */
export function ownLogin(context: Context<Db>): string {
  ownSession(context);
  return context.actor.id;
}

/** The session of the caller. */
export function ownSession({ actor }: Context<Db>): NonNullable<Actor['session']> {
  if (actor.session) return actor.session;
  throw new Problem('forbidden', 'This is for people who have signed in with a browser session.');
}

export const asSelf = (context: Context<Db>): Context<Db> => ({
  ...context,
  signal: context.signal,
  actor: { ...context.actor, scopes: new Set([SCOPE]) },
});
