import { Audit, type AuditLog } from '../../shared/audit/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

const log: AuditLog = {
  list: (filter, options) => trading.audit.list(filter, options),
  filter: (options) => trading.filters.audit(options),
};

export const AuditScreen = () => <Audit log={log} example={texts.example} />;
