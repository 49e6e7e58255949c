import { AuditPage, AuditQuery, listAudit } from '../../platform/audit/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';

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
    handle: async (context, { query }) => ({ status: 200, body: await listAudit(context, query, 'trading') }),
  }),
];
