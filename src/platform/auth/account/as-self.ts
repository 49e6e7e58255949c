import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';

/** Never granted to a credential: people always manage their own factors. */
export const SCOPE = 'own-factors:edit';

export const asSelf = (context: Context<Db>): Context<Db> => ({
  ...context,
  signal: context.signal,
  actor: { ...context.actor, scopes: new Set([SCOPE]) },
});
