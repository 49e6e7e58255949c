import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Ihre Prüfung beantworten',
  about: (until) => `Ihre Antwort zählt einmal, bis ${until}. Sie kann nicht geändert werden.`,
  question: 'Was haben Sie gefunden?',
  verdicts: {
    PASS: { name: 'Durchlassen', about: 'Sie geht hinaus, sobald sie ihre Freigaben hat.' },
    REFUSE: { name: 'Ablehnen', about: 'Sie wird storniert. Nichts wird gesendet.' },
    HOLD: { name: 'Anhalten', about: 'Sie braucht eine Freigabe mehr, durch eine Person.' },
  },
  reason: 'Grund',
  aboutReason: 'Ihn sehen alle, die die Auszahlung sehen, für immer: Nennen Sie keine Personen.',
  evidence: 'Nachweis',
  aboutEvidence: 'Wo Sie aufbewahren, was Sie gefunden haben, etwa die Nummer eines Falls.',
  required: 'Das ist erforderlich.',
  submit: 'Antworten',
  done: {
    PASS: 'Sie hat ihre Prüfung bestanden.',
    REFUSE: 'Sie ist abgelehnt und storniert.',
    HOLD: 'Sie ist angehalten: Personen entscheiden.',
  },
};
