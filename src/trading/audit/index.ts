import { auditEntries, lastVerification } from '../../platform/audit/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { readCursorPage } from '../../platform/lists/index.ts';
import { AuditPage, AuditQuery } from './schema.ts';

export const auditEndpoints = (): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/trade/v1/audit',
    operation: 'listAudit',
    tag: 'Audit',
    summary: 'List who did what, newest first',
    description:
      'Every change of the tenant at this service, of people and of clients, and the last verification of the chain that ' +
      'the entries of all tenants and of both services form. A filter that takes longer than five seconds is answered 504.',
    scope: 'admin',
    query: AuditQuery,
    answers: { 200: { description: 'One page.', schema: AuditPage } },
    async handle(context, { query: { q, ...page } }) {
      const entries = await readCursorPage(context, page, auditEntries(context, 'trading', q));
      return { status: 200, body: { ...entries, verification: await lastVerification(context.db) } };
    },
  }),
];
