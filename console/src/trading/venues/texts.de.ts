import type { Venue } from '@quaestor/sdk';
import { labelOf, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

const fixes: Readonly<Record<NonNullable<Venue['cause']>, string>> = {
  unreachable: 'Prüfen Sie das Netz dieses Rechners und die Adresse in der Konfiguration der Börse.',
  key: 'Prüfen Sie den Schlüssel der Börse, und ob die Börse ihm erlaubt, was dort zu tun ist.',
  address: 'Erlauben Sie die Adresse dieses Rechners bei der Börse, in den Einstellungen des Schlüssels.',
  clock: 'Stellen Sie die Uhr dieses Rechners, etwa mit NTP.',
  limit: 'Warten Sie: Quaestor fragt langsamer, bis die Börse wieder antwortet.',
  outage: 'Warten Sie, bis die Börse zurück ist. Auszahlungen und Umtausch gehen von selbst weiter.',
  other: 'Suchen Sie den Grund im Log des Workers.',
};

const modes: Readonly<Record<Venue['trading'], string>> = {
  live: 'Echt',
  simulate: 'Simuliert',
  off: 'Aus',
};

const modeHints: Readonly<Record<Venue['trading'], string>> = {
  live: 'Sendet an die Börse.',
  simulate: 'Prüft alles und sendet nichts.',
  off: 'Lehnt ab.',
};

export const texts: Translation<typeof english> = {
  switched: (what, venue, mode) => `${what} bei ${venue}: ${mode}.`,
  list: {
    title: 'Börsen',
    description: 'Wo Guthaben gehalten und gehandelt wird, und was dorthin gesendet werden darf.',
    empty: {
      title: 'Keine Börse ist konfiguriert',
      text: 'Fügen Sie der Konfiguration des Dienstes Börsen hinzu. Jede ist anfangs ausgeschaltet.',
    },
  },
  columns: {
    name: 'Börse',
    state: 'Zustand',
    trading: 'Handel',
    withdrawals: 'Auszahlungen',
    pairs: 'Paare',
    assets: 'Währungen',
  },
  live: 'Verbunden',
  notLive: 'Nicht verbunden',
  notAsked: 'Sie hat noch nicht geantwortet.',
  modes,
  modeHints,
  fixes,
  detail: {
    fallback: 'Börse',
    missing: (code) => `Es gibt keine Börse ${code}.`,
    why: 'Warum sie nicht verbunden ist',
    lastKnown: 'Unten steht, was sie zuletzt gemeldet hat.',
    switches: 'Schalter',
    switchesHint:
      'Eine Änderung braucht Ihren zweiten Faktor und gilt ab der nächsten Order oder Auszahlung.',
    adminsOnly: 'Nur Admins können umschalten.',
    trading: 'Handel',
    withdrawals: 'Auszahlungen',
    balances: 'Guthaben',
    noBalances: 'Sie hält nichts für uns.',
    balance: {
      asset: 'Währung',
      total: 'Summe',
      available: 'Verfügbar',
      locked: 'In Orders',
      withdrawing: 'Ausgehend',
      depositing: 'Eingehend',
    },
    facts: 'Konten und Regeln',
    code: 'Kürzel',
    accounts: 'Konten',
    account: (code, maker, taker) => `${code}: Maker ${maker}, Taker ${taker}`,
    capabilities: 'Kann',
    capability: (name) => labelOf(name),
    payouts: 'Was sie auszahlt',
    payout: {
      asset: 'Währung',
      minimum: 'Mindestens',
      precision: 'Nachkommastellen',
      networks: 'Netzwerke',
      charged: (network, fee) => `${network} (Gebühr ${fee})`,
    },
  },
};
