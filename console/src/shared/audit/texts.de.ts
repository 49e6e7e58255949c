import { formatTime, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Protokoll',
    description: 'Wer was getan hat, Neuestes zuerst. Jeder Eintrag enthält den Hash des vorigen.',
    empty: {
      title: 'Noch kein Eintrag',
      text: 'Jede Änderung durch eine Person oder ein Programm wird hier festgehalten.',
    },
    unmatched: {
      title: 'Kein Eintrag gefunden',
      text: 'Ändern Sie den Filter. Felder und Werte werden beim Tippen ergänzt.',
    },
  },
  columns: {
    at: 'Zeit',
    actor: 'Wer',
    action: 'Was',
    subject: 'Woran',
    seq: 'Stelle in der Kette',
  },
  subject: (kind, id) => (id.startsWith(`${kind}:`) ? id : `${kind} ${id}`),
  chain: {
    intact: (at) => `Die Kette ist unversehrt, geprüft ${formatTime(at)}`,
    broken: (at) => `Die Kette ist gebrochen, geprüft ${formatTime(at)}`,
    unverified: 'Die Kette wurde noch nicht geprüft. Das geschieht jeden Tag.',
    fix: 'Vergleichen Sie mit einer Sicherung oder einem Export, und finden Sie heraus, wer in die Datenbank schreiben kann.',
  },
  detail: {
    facts: {
      at: 'Zeit',
      actor: 'Wer',
      action: 'Was',
      subject: 'Woran',
      trace: 'Trace-ID',
      callerTrace: 'Trace-ID des Aufrufers',
      seq: 'Stelle in der Kette',
      hash: 'Hash',
    },
    pending: 'Noch nicht versiegelt',
    trace: 'Trace-ID',
    subject: 'ID',
    record: 'Aufgezeichnete Einzelheiten',
  },
};
