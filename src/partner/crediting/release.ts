import type { Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { checkThrough } from './credit.ts';

/** Records who releases a crediting run. A person confirms it with a second factor. */
export async function releaseCrediting(context: Context<Db>, through: string): Promise<void> {
  await run(context, release, { through });
}

const release = command({
  name: 'crediting.release',
  scope: 'admin',
  lock: async () => ({}),
  approves: (_state, { through }: { readonly through: string }) => ({ through }),
  decide(_state, { through }, { now }) {
    checkThrough(through, now);
    return { change: undefined, audit: { subject: through, details: { through } } };
  },
  write: async () => ({}),
});
