import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  events: {
    'withdrawal.created': 'Eine Auszahlung wurde angefordert',
    'withdrawal.state-changed': 'Eine Auszahlung hat ihren Status geändert',
    'withdrawal.vote-required': 'Eine Auszahlung wartet auf Stimmen',
    'withdrawal.screening-required': 'Eine Auszahlung wartet auf eine Prüfung',
    'deposit.seen': 'Eine Einzahlung wurde an einer Börse gesehen',
    'deposit.credited': 'Eine Einzahlung wurde gutgeschrieben',
    'deposit.needs-information': 'Eine Börse fragt nach Angaben zu einer Einzahlung',
    'deposit.rejected': 'Eine Börse hat eine Einzahlung abgelehnt',
    'deposit.taken-back': 'Eine Börse hat eine gutgeschriebene Einzahlung zurückgenommen',
    'transfer.matched': 'Eine Umbuchung ist angekommen',
    'transfer.needs-person': 'Eine Umbuchung ist nicht wie erwartet angekommen',
    'balance.low': 'Ein geführter Bestand liegt unter seinem Minimum',
    'conversion.created': 'Ein Umtausch wurde angefordert',
    'conversion.state-changed': 'Ein Umtausch hat seinen Status geändert',
    'export.completed': 'Die Datei eines Exports ist fertig',
    'export.failed': 'Ein Export ist gescheitert',
  },
};
