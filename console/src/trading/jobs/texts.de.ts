import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Aufträge',
    description: 'Arbeit im Hintergrund. Ein zu oft gescheiterter Auftrag ruht, bis Sie ihn wiederholen.',
    empty: {
      title: 'Kein Auftrag in diesem Zustand',
      text: 'Aufträge senden Auszahlungen, schreiben Exporte und stellen Webhooks zu. Endgültig gescheiterte stehen hier mit dem letzten Grund.',
    },
    unmatched: {
      title: 'Kein Auftrag gefunden',
      text: 'Suchen Sie nach einem Teil eines Namens oder eines Fehlers.',
    },
  },
  state: 'Zustand',
  states: {
    dead: 'Gescheitert',
    retrying: 'Wird wiederholt',
    running: 'Läuft',
    waiting: 'Wartet',
    scheduled: 'Geplant',
  },
  columns: {
    name: 'Auftrag',
    state: 'Zustand',
    attempts: 'Versuche',
    error: 'Letzter Fehler',
    runAt: 'Letzter oder nächster Lauf',
  },
  attempts: (attempts, most) => `${attempts} von ${most}`,
  detail: {
    title: (name) => `Auftrag ${name}`,
    facts: {
      id: 'ID',
      state: 'Zustand',
      attempts: 'Versuche',
      runAt: 'Letzter oder nächster Lauf',
      created: 'Angelegt',
      error: 'Letzter Fehler',
    },
    id: 'ID',
    none: 'Keiner',
    retry: 'Jetzt wiederholen',
    aboutRetry: 'Er läuft sofort, und seine Versuche beginnen bei null.',
    discard: 'Verwerfen',
    askDiscard: 'Er wird nie laufen. Verwerfen?',
    confirmDiscard: 'Auftrag verwerfen',
    retried: (name) => `Der Auftrag ${name} läuft wieder.`,
    discarded: (name) => `Der Auftrag ${name} ist verworfen.`,
  },
};
