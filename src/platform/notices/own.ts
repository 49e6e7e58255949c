import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';

/** Never granted to a credential: people always choose for themselves how they get messages. */
export const SCOPE = 'own-notices:edit';

/** The login of the caller, who is a person with a session. */
export function ownLogin({ actor }: Context<Db>): string {
  if (actor.session) return actor.id;
  throw new Problem('forbidden', 'This is for people who have signed in with a browser session.');
}

export const asSelf = (context: Context<Db>): Context<Db> => ({
  ...context,
  signal: context.signal,
  actor: { ...context.actor, scopes: new Set([SCOPE]) },
});
