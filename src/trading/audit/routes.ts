import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { listAudit } from './list.ts';
import { AuditPage, AuditQuery } from './schema.ts';

export function auditEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/audit',
      operation: 'listAudit',
      tag: 'Audit',
      summary: 'List who did what, newest first',
      description:
        'Every change of the tenant, and the last verification of the chain that the entries of all tenants form. ' +
        'A filter that takes longer than five seconds is answered 504.',
      scope: 'admin',
      query: AuditQuery,
      answers: { 200: { description: 'One page.', schema: AuditPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listAudit(context, query) }),
    }),
  ];
}
