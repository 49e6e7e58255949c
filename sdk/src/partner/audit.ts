import { byCursor, Resource, type CursorList, type Query } from '../api/index.ts';
import type { AuditPage, FilterDescription } from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';

type Filter = Omit<Query<operations['listProgramAudit']>, 'cursor' | 'pageNumber'>;

/** The audit log of the program, for those who run it. */
export class Audit extends Resource<PartnerApi> {
  /** @example for await (const entry of partner.audit.list({ q: 'action:proposal.confirm' })) console.log(entry) */
  list(filter: Filter = {}, options?: RequestOptions): CursorList<AuditPage> {
    return byCursor(filter, (query) => this.api.call('listProgramAudit', { query }, options));
  }

  /** The fields that the filter of the list has. */
  filter(options?: RequestOptions): Promise<FilterDescription> {
    return this.api.call('describeProgramAuditFilter', {}, options);
  }
}
