import { expect, onTestFinished } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { inject } from '../../../testing/inject.ts';
import { creditingEndpoints } from '../../crediting/index.ts';
import { factEndpoints } from '../../facts/http/index.ts';
import type { Facts, FactsContext } from '../../facts/handle/index.ts';
import { contextOf, openTestFacts, type FactRow } from '../../testing/facts.ts';
import { putProgram, putTerms } from '../../testing/program.ts';
import { programEndpoints } from '../index.ts';

export interface Answer {
  readonly status: number;
  // The tests name what they expect of it.
  readonly body: Record<string, unknown>;
}

interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly details: object;
  readonly actor_id: string;
}

type Method = 'GET' | 'POST' | 'PATCH';

export interface ProgramService {
  readonly context: FactsContext;
  /** `client:ada` and `client:feeder` manage the program; `partner:P1` is a credential of P1 with the same scopes. */
  readonly send: (
    token: string,
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  readonly propose: (kind: string, fact: FactRow, action?: 'send' | 'withdraw') => Promise<string>;
  readonly credit: (body?: object) => Promise<Answer>;
  /** The entries of the audit log, or those of one action. */
  readonly audited: (action?: string) => Promise<AuditEntry[]>;
}

export const ADA = 'client:ada';
export const GRACE = 'client:grace';

const SCOPES = [
  'program:view',
  'program:edit',
  'facts:write',
  'admin',
  'reports:view',
  'wallets:view',
  'rebates:view',
  'rebates:edit',
];

function actorOf(token: string): Actor {
  const [kind, id = '', ...scopes] = token.split(':');
  return {
    kind: kind === 'person' ? 'person' : 'client',
    id,
    tenant: 'default',
    scopes: new Set(scopes.length > 0 ? [scopes.join(':')] : SCOPES),
    partnerUid: kind === 'partner' ? id : undefined,
  };
}

/** The small program of the tests with its terms, and those who run it. */
export async function openProgramService(
  further: (facts: Facts) => readonly Endpoint[] = () => [],
): Promise<ProgramService> {
  const database = await createTestDatabase({ poolSize: 6 });
  const facts = await openTestFacts(temporaryFolder(), database.db);
  const own = [...programEndpoints(facts), ...creditingEndpoints(facts), ...factEndpoints(facts)];
  const app = frame([...own, ...further(facts)], {
    service: 'partner',
    db: database.db,
    clock: { now: () => new Date('2024-06-01T12:00:00.000Z') },
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  });
  onTestFinished(async () => {
    await app.close();
    await facts.close();
  });
  const context = contextOf(facts);
  await putProgram(context);
  await putTerms(context);
  const send: ProgramService['send'] = async (token, method, url, body, headers) => {
    const response = await inject(app, {
      method,
      url: `/api/${url}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: JSON.parse(response.body || '{}') as Answer['body'] };
  };
  return {
    context,
    send,
    async propose(kind, fact, action = 'send') {
      const { status, body } = await send(ADA, 'POST', 'manage/proposals', { kind, action, facts: [fact] });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({ status: 'PROPOSED', proposed_by: 'ada' }),
      ]);
      return String(body['id']);
    },
    credit: (body = {}) => send(ADA, 'POST', 'manage/crediting/runs', { through: '2024-05-31', ...body }),
    async audited(action) {
      const rows = await database.sql<AuditEntry[]>`
        select action, subject_id as subject, details, actor_id from audit_log order by id`;
      return rows.filter((row) => action === undefined || row.action === action);
    },
  };
}
