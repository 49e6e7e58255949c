import { Resource, type List, type Query } from '../api/index.ts';
import type { AuditEntries, AuditEntry, FilterDescription } from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';
import { byNextCursor } from './by-next-cursor.ts';

type Position = Omit<Query<operations['listProgramAudit']>, 'q'>;

/** The audit log of the program, for those who run it. */
export class Audit extends Resource<PartnerApi> {
  /** @example for await (const entry of partner.audit.list({ q: 'action:proposal.confirm' })) console.log(entry) */
  list(filter: { q?: string } = {}, options?: RequestOptions): List<AuditEntry, AuditEntries, Position> {
    const page = (position: Position) =>
      this.api.call('listProgramAudit', { query: { ...filter, ...position } }, options);
    return byNextCursor(page, ({ entries }) => entries);
  }

  /** The fields that the filter of the list has. */
  filter(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeProgramAuditFilter', {}, options);
  }
}
