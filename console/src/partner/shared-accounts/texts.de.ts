import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Geteilte Konten',
    description: 'Kundenkonten, die andere Partner mit Ihnen teilen. Sie verdienen einen Teil ihrer Prämien.',
    empty: {
      title: 'Nichts ist mit Ihnen geteilt',
      text: 'Teilt ein anderer Partner ein Kundenkonto mit Ihnen, erscheint es hier mit dem, was es Ihnen einbrachte.',
    },
    unmatched: { title: 'Kein passendes Konto', text: 'Suchen Sie nach einem Teil der Kontonummer.' },
  },
  search: 'Konto suchen',
  order: 'Reihenfolge',
  orders: {
    '-agent_commission_usd': 'Höchste Provision zuerst',
    '-volume_mln_usd': 'Höchstes Volumen zuerst',
    '-reg_date': 'Neuester Kunde zuerst',
    client_account: 'Nach Konto',
  },
  columns: {
    account: 'Konto',
    type: 'Art',
    client: 'Kunde',
    country: 'Land',
    link: 'Link',
    registered: 'Registriert',
    firstTrade: 'Erster Handel',
    lots: 'Lots',
    volume: 'Volumen, Mio. USD',
    commission: 'Provision, USD',
  },
};
