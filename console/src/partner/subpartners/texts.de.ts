import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Unterpartner',
    description:
      'Partner, die unter Ihnen arbeiten, und was deren Kunden Ihnen auf der zweiten Ebene einbrachten.',
    empty: {
      title: 'Noch kein Unterpartner',
      text: 'Tritt ein Partner dem Programm unter Ihnen bei, verdienen Sie einen Teil dessen, was er verdient.',
    },
    unmatched: {
      title: 'Kein passender Unterpartner',
      text: 'Suchen Sie nach einem Teil der Partnernummer.',
    },
  },
  search: 'Unterpartner suchen',
  order: 'Reihenfolge',
  orders: {
    '-reward_usd': 'Höchste Prämie zuerst',
    '-volume_mln_usd': 'Höchstes Volumen zuerst',
    '-clients_count': 'Meiste Kunden zuerst',
    subpartner_uid: 'Nach Partner',
  },
  columns: {
    partner: 'Partner',
    country: 'Land',
    clients: 'Kunden',
    accounts: 'Konten',
    lastTrade: 'Letzter Handel',
    lots: 'Lots',
    volume: 'Volumen, Mio. USD',
    reward: 'Ihre Prämie, USD',
  },
  detail: {
    kind: 'Unterpartner',
    missing: {
      title: 'Diesen Unterpartner gibt es nicht',
      text: 'Er existiert nicht, oder er arbeitet nicht unter diesem Partner.',
      back: 'Alle Unterpartner anzeigen',
    },
    copy: 'Partner',
    country: 'Land',
    clients: 'Kunden',
    accounts: 'Echte Konten',
    lastTrade: 'Letzter Handel',
    never: 'Noch nicht',
    lots: 'Lots',
    volume: 'Volumen',
    millions: (value) => `${value} Mio. USD`,
    reward: 'Ihre Prämie',
  },
  accounts: {
    title: 'Kundenkonten',
    description: 'Konten seiner Kunden, und was jedes Ihnen einbrachte.',
    none: 'Seine Kunden haben noch kein echtes Konto.',
    columns: { account: 'Konto', client: 'Kunde', country: 'Land' },
  },
  rewards: {
    title: 'Prämien der zweiten Ebene',
    description: 'Was Ihnen für seine Kunden gutgeschrieben wurde, Neuestes zuerst.',
    none: 'Für seine Kunden wurde Ihnen noch nichts gutgeschrieben.',
    columns: { from: 'Sein Konto' },
  },
};
