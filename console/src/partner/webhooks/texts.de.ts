import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  events: {
    'disbursement.requested': 'Geld eines Partners wurde angefordert oder wartet wieder auf Freigabe',
    'disbursement.approved': 'Eine Ausschüttung wurde freigegeben',
    'disbursement.paid': 'Eine Ausschüttung wurde bezahlt',
    'disbursement.returned': 'Bezahltes Geld kam zurück',
    'disbursement.failed': 'Eine Ausschüttung konnte nicht bezahlt werden',
    'disbursement.cancelled': 'Eine Ausschüttung wurde vor dem Versand abgebrochen',
  },
};
