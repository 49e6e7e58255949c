import { Audit, type AuditLog } from '../../shared/audit/index.ts';
import { FIRST_PAGE } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

const log: AuditLog = {
  list: (filter, options) => ({
    async page({ cursor = FIRST_PAGE, pageSize }) {
      const position = { limit: pageSize, ...(cursor !== FIRST_PAGE && { cursor }) };
      const page = await partner.audit.list(filter, options).page(position);
      const { entries: content, count: totalElements, next_cursor: nextCursor, verification } = page;
      return { content, totalElements, nextCursor, verification };
    },
  }),
  filter: (options) => partner.audit.filter(options),
};

export const AuditScreen = () => <Audit log={log} example={texts.example} />;
