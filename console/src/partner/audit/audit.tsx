import { Audit } from '../../shared/audit/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

export const AuditScreen = () => <Audit log={partner.audit} example={texts.example} />;
