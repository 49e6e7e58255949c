import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  asked: (venues) =>
    `Danach fragt ${venues}. Es wird verschlüsselt gespeichert, und nur wer es lesen darf, sieht es.`,
  providerAt: (venue) => `Anbieter, wie ${venue} ihn nennt`,
  aboutProvider: 'Tippen Sie einen Teil des Namens und wählen Sie ihn aus.',
  unlistedProvider: (id) => `„${id}“ als Kennung nehmen`,
  noProviders: 'Diese Börse hat keine durchsuchbare Liste: Nehmen Sie die Kennung von ihrer Website.',
  refused: 'Die Börse verlangt andere Angaben dazu, wer empfängt',
  seeFields: 'Was fehlt oder falsch ist, steht daneben. Nichts wurde gesendet.',
  venues: 'Börsen, die dorthin zahlen werden',
  aboutVenues: 'Nur was sie fragen, muss beantwortet werden.',
  missing: (venue) => `${venue} wird es ablehnen. Es fehlt oder ist falsch:`,
  complete: (venue) => `Das ist alles, was ${venue} fragt.`,
  missingAll: (venue) =>
    `${venue} fragt, wer empfängt, und bei diesem Ziel ist nichts gespeichert. Ein Admin sagt es dort, und ein anderer bestätigt es.`,
  unseen: (venue) => `Die Prüfung sagt, was ${venue} noch fragt.`,
  toDestinations: 'Ziel zeigen',
  change: {
    open: 'Ändern, wer empfängt',
    add: 'Sagen, wer empfängt',
    warning:
      'Nach der Änderung ist das Ziel unbestätigt: Den Richtlinien gilt es als neu, bis ein Admin es bestätigt, der es weder gespeichert noch geändert hat. Auszahlungen, die unterwegs sind, behalten, was vorher gesagt war.',
    save: 'Speichern, wer empfängt',
    cancel: 'So lassen',
    saved: (alias) => `Wer bei ${alias} empfängt, ist gespeichert. Ein anderer Admin bestätigt es.`,
    remove: 'Empfänger wegnehmen',
    askRemove:
      'Börsen, die fragen, lehnen Auszahlungen dorthin dann ab, und es ist unbestätigt, bis ein anderer Admin es bestätigt.',
    confirmRemove: 'Wegnehmen, wer empfängt',
    removed: (alias) => `Bei ${alias} ist niemand mehr genannt. Ein anderer Admin bestätigt es.`,
    unread: 'Was gespeichert ist, dürfen Sie nicht sehen: Was Sie schreiben, ersetzt es ganz.',
  },
  erase: {
    label: 'Löschen, wer empfangen hat',
    question:
      'Namen, Anschriften und Ausweise sind dann für immer weg, auch bei jeder anderen Auszahlung mit diesem Empfänger. Ein Hash mit Schlüssel bleibt, damit das Audit-Protokoll prüfbar ist. In Sicherungen stehen sie, bis diese gelöscht werden.',
    confirm: 'Für immer löschen',
    done: 'Wer empfangen hat, ist gelöscht.',
  },
};
