import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem, type Context } from '../../kernel/index.ts';
import { createCredential, GRANTS, ROLES } from '../../platform/auth/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { exists } from './exists.ts';

const TRADING = Object.keys(GRANTS.trading);
const VIEWS = TRADING.filter((scope) => scope.endsWith(':view'));

const CONSENTS = new Set(['approvals:edit', 'screening:edit']);

/** Keeps the two apart: the operator cannot vote or screen, the approver cannot create. */
const CLIENTS = {
  operator: [
    ...TRADING.filter((scope) => !CONSENTS.has(scope)),
    'facts:write',
    'program:view',
    'program:edit',
  ],
  approver: [...VIEWS, 'approvals:edit', 'trading:admin'],
  viewer: VIEWS,
  /** Of the partner service, which pays partners on chain. */
  payments: ['venues:view', 'venue-transfer:view', 'venue-transfer:edit'],
};

const PARTNER = {
  login: 'partner',
  partnerUid: 'demo-partner',
  scopes: ROLES['partner:partner'].grants,
};

/** Creates the credentials of a demo once, in a file that only its owner can read. */
export async function ensureDemoCredentials(context: Context<Db>, dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'credentials.json');
  if (await exists(path)) return path;
  const credentials: Record<string, Record<string, string>> = {};
  for (const [role, scopes] of Object.entries(CLIENTS)) {
    const { credential, secret } = await create(context, { kind: 'client', name: role, scopes });
    credentials[role] = { client_id: credential.name, client_secret: secret };
  }
  const { login, partnerUid, scopes } = PARTNER;
  const { credential, secret } = await create(context, { kind: 'person', name: login, partnerUid, scopes });
  credentials['partner'] = { login: credential.name, password: secret };
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, path);
  return path;
}

type NewCredential = Omit<Parameters<typeof createCredential>[1], 'tenant'>;

/** Names are never reused: when the file was lost, the next credential of a role gets a suffix. */
async function create(context: Context<Db>, input: NewCredential) {
  const { tenant } = context.actor;
  try {
    return await createCredential(context, { ...input, tenant });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    const name = `${input.name}-${randomBytes(3).toString('hex')}`;
    return createCredential(context, { ...input, name, tenant });
  }
}
