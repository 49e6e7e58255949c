import { AUDIT_FIELDS, auditEntries, entriesFor, lastVerification } from '../../platform/audit/index.ts';
import { describeFilter, FilterDescription } from '../../platform/filters/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { readOffsetPage } from '../../platform/lists/index.ts';
import { refusePartners } from '../facts/http/index.ts';
import { AuditEntries, AuditQuery } from './schema.ts';

const tag = 'Management';
const scope = 'program:view';

/** Who did what in the program. */
export const auditEndpoints = (): Endpoint[] => [
  endpoint({
    method: 'GET',
    waitsForWrites: true,
    path: '/api/manage/audit',
    operation: 'listProgramAudit',
    tag,
    summary: 'List who did what, newest first',
    description:
      'Every change of the tenant at this service, who read as which partner, and the last verification of the chain that ' +
      'the entries of all tenants and of both services form. Entries about people, clients and their sign-ins are for ' +
      'those who have the scope `admin` too. A filter that takes longer than five seconds is answered 504.',
    scope,
    query: AuditQuery,
    answers: { 200: { description: 'One page.', schema: AuditEntries } },
    async handle(context, { query: { q, ...page } }) {
      refusePartners(context.actor);
      const list = auditEntries(context, 'partner', q);
      const { items, total, nextCursor } = await readOffsetPage(context, page, list);
      const verification = await lastVerification(context.db);
      return { status: 200, body: { entries: items, count: total, next_cursor: nextCursor, verification } };
    },
  }),
  endpoint({
    method: 'GET',
    waitsForWrites: true,
    path: '/api/manage/audit/filter',
    operation: 'describeProgramAuditFilter',
    tag,
    summary: 'Describe the fields of the filter of the audit log',
    description: 'For completion in editors.',
    scope,
    answers: { 200: { description: 'The fields.', schema: FilterDescription } },
    async handle(context) {
      refusePartners(context.actor);
      const where = entriesFor(context.actor, 'partner');
      const rows = { fields: AUDIT_FIELDS, table: 'audit_log', order: 'id', where };
      return { status: 200, body: await describeFilter(context, 'audit', rows) };
    },
  }),
];
