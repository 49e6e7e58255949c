import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './address-texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Unsere Adressen',
    description: 'Adressen unserer eigenen Konten, wie die Börsen sie gezeigt haben. Alte bleiben unsere.',
    ask: 'Eine Börse fragen',
    empty: {
      title: 'Noch keine Adresse',
      text: 'Eine Börse wird nach unserer Adresse einer Währung auf einem Netzwerk gefragt. Niemand kann eine eintippen.',
    },
    unmatched: {
      title: 'Keine Adresse gefunden',
      text: 'Suchen Sie nach einem Teil von Börse, Währung, Netzwerk oder Adresse.',
    },
  },
  columns: {
    asset: 'Währung',
    network: 'Netzwerk',
    venue: 'Börse',
    address: 'Adresse',
    status: 'Status',
    last: 'Zuletzt gezeigt',
  },
  current: 'Aktuell',
  replaced: 'Ersetzt',
  withTag: (address, tag) => `${address}, Tag ${tag}`,
  detail: {
    title: (asset, network) => `${asset} auf ${network}`,
    replaced: 'Die Börse zeigt jetzt eine andere Adresse. Was hierher gesendet wird, kann noch ankommen.',
    why: 'Börsen ersetzen Adressen. Fragen Sie noch einmal, bevor Sie jemandem eine geben.',
    again: (venue) => `${venue} noch einmal fragen`,
    same: (venue) => `${venue} zeigt weiterhin diese Adresse.`,
    other: (venue) =>
      `${venue} zeigt jetzt eine andere Adresse. Prüfen Sie sie dort, bevor Geld gesendet wird.`,
    facts: {
      venue: 'Börse',
      status: 'Status',
      address: 'Adresse',
      tag: 'Tag',
      first: 'Zuerst gezeigt',
      last: 'Zuletzt gezeigt',
    },
  },
  ask: {
    title: 'Nach unserer Adresse fragen',
    about:
      'Die Börse wird jetzt gefragt, und was sie zeigt, wird aufbewahrt. Manche legen beim ersten Mal eine Adresse an.',
    aboutVenue: 'Die, die Programmen Adressen zeigen.',
    choose: 'Wählen Sie aus.',
    submit: 'Fragen',
    shown: (venue) => `${venue} hat diese Adresse gezeigt.`,
  },
};
