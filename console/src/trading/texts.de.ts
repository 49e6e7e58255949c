import { plural, type Translation } from '../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  sections: { desk: 'Handel', control: 'Kontrolle', records: 'Aufzeichnungen', admin: 'Verwaltung' },
  screens: {
    overview: 'Übersicht',
    approvals: 'Freigaben',
    withdrawals: 'Auszahlungen',
    deposits: 'Einzahlungen',
    transfers: 'Umbuchungen',
    managedBalances: 'Geführte Bestände',
    conversions: 'Umtausch',
    market: 'Markt',
    exports: 'Exporte',
    webhooks: 'Webhooks',
    venues: 'Börsen',
    policies: 'Richtlinien',
    destinations: 'Ziele',
    audit: 'Protokoll',
    inbox: 'Posteingang',
    access: 'Zugriffsänderungen',
    people: 'Personen',
    notices: 'Nachrichten',
    clients: 'Clients',
    jobs: 'Aufträge',
  },
  confirms: {
    votes: 'Stimmen',
    count: (votes) => plural(votes, 'Stimme', 'Stimmen'),
    approve: 'Freigeben: ',
    reject: 'Ablehnen: ',
    reference: 'Referenz',
    venue: 'Von Börse',
    destination: 'Ziel',
    address: 'Adresse',
    tag: 'Tag',
    recipient: 'Empfänger',
    approved: 'Sie wird gesendet, sobald genug Personen sie freigegeben haben.',
    rejected: 'Sie wird sofort storniert.',
  },
  steps: {
    policy: (version) => `Version ${version} der Richtlinie in Kraft setzen.`,
    upTo: (approvals) =>
      `Auszahlungen brauchen dann höchstens ${plural(approvals, 'Freigabe', 'Freigaben')}.`,
    tooFew: (approvals, group, members) =>
      `Eine Regel verlangt ${plural(approvals, 'Freigabe', 'Freigaben')} von ${group} mit nur ${plural(members, 'Mitglied', 'Mitgliedern')}: Niemand kann sie erfüllen.`,
    screened: 'Manche warten auch auf eine Prüfung.',
    destination: (alias) => `Das Ziel ${alias} bestätigen.`,
    address: (address, network) => `Es ist ${address} auf ${network}.`,
    account: (account) => `Es ist das Bankkonto ${account}.`,
    tag: (tag) => `Sein Tag ist ${tag}.`,
    known: 'Danach gilt es den Richtlinien als bekannt.',
    recipient: 'Sie bestätigen damit auch, wer empfängt, was dorthin gesendet wird:',
    screen: {
      PASS: {
        what: (sum, venue) => `Die Auszahlung von ${sum} von ${venue} ihre Prüfung bestehen lassen.`,
        consequence: 'Sie wird gesendet, sobald genug Personen sie freigegeben haben.',
      },
      REFUSE: {
        what: (sum, venue) => `Die Auszahlung von ${sum} von ${venue} ablehnen.`,
        consequence: 'Sie wird sofort storniert.',
      },
      HOLD: {
        what: (sum, venue) => `Die Auszahlung von ${sum} von ${venue} anhalten.`,
        consequence: 'Sie braucht eine Freigabe mehr, durch eine Person.',
      },
    },
    reference: (reference) => `Ihre Referenz ist ${reference}.`,
    reason: (reason) => `Der Grund: ${reason}`,
    balance: (asset, venue) =>
      `Die Einstellungen des geführten Bestands von ${asset} bei ${venue} in Kraft setzen.`,
    kept: (minimum, target, maximum) =>
      `Er wird zwischen ${minimum} und ${maximum} gehalten; Vorschläge gehen auf ${target}.`,
    sources: (sources) => `Seine Quellen, der Reihe nach: ${sources}.`,
    changed: (label, change) => `${label}: ${change}.`,
    cap: (cap) => `In 24 Stunden werden höchstens ${cap} bewegt.`,
    alone: 'Er bucht ohne eine Person um, wo eine Regel der Richtlinie für geführte Bestände es erlaubt.',
    proposes: 'Jeden Vorschlag bestätigt eine Person.',
    venue: (code) => `${code} umschalten.`,
    switched: {
      trading: (from, to) => `Handel: von ${from} → zu ${to}.`,
      withdrawals: (from, to) => `Auszahlungen: von ${from} → zu ${to}.`,
    },
    modes: { live: 'echt', simulate: 'simuliert', off: 'aus' },
    fromNow: 'Es gilt ab der nächsten Order oder Auszahlung.',
    transfer: (id) => `Die Überweisung der Börse ist ${id}.`,
    became: (sum, from, to) =>
      `Feststellen, welche Einzahlung aus der Umbuchung von ${sum} von ${from} nach ${to} geworden ist.`,
    deposit: (id) => `Es ist die Einzahlung ${id}.`,
    arrived: (sum) => `${sum} sind angekommen: so viel, wie gesendet wurde.`,
    arrivedOther: (sum) => `${sum} sind angekommen, also nicht, was gesendet wurde.`,
    belongs: 'Die Einzahlung gehört danach zu dieser Umbuchung und zu keiner anderen.',
    order: {
      buy: (quantity, counter, venue) =>
        `Feststellen, was die Order zum Kauf von ${quantity} für ${counter} bei ${venue} gehandelt hat.`,
      sell: (quantity, counter, venue) =>
        `Feststellen, was die Order zum Verkauf von ${quantity} für ${counter} bei ${venue} gehandelt hat.`,
    },
    orderId: (id) => `Ihre Client-Order-ID ist ${id}.`,
    trade: (id, quantity, price, fee, liquidity, time) =>
      `Abschluss ${id}: ${quantity} zu ${price}, Gebühr ${fee}, ${liquidity}, ${time}.`,
    noTrade: 'Sie hat nichts weiter gehandelt.',
    counts:
      'Es zählt, wenn zwei Admins genau dasselbe festgestellt haben. Die Order wird nie noch einmal gesendet.',
    transaction: (hash) => `Transaktion ${hash}`,
    found: {
      ACCEPTED: {
        what: (sum, venue) => `Feststellen, dass ${venue} die Auszahlung von ${sum} angenommen hat.`,
        consequence: 'Sie gilt als gesendet und wird nicht noch einmal gesendet.',
      },
      REFUSED: {
        what: (sum, venue) => `Feststellen, dass ${venue} die Auszahlung von ${sum} abgelehnt hat.`,
        consequence: 'Sie scheitert und wird nicht noch einmal gesendet.',
      },
      NOTHING: {
        what: (sum, venue) => `Feststellen, dass ${venue} die Auszahlung von ${sum} nicht kennt.`,
        consequence: 'Sie wird noch einmal gesendet: Hat die Börse sie doch, wird doppelt gezahlt.',
      },
      PAID: {
        what: (sum, venue) => `Feststellen, dass ${venue} die Auszahlung von ${sum} bezahlt hat.`,
        consequence:
          'Sie gilt als abgeschlossen, sobald eine weitere Admin-Person dasselbe festgestellt hat.',
      },
      HELD: {
        what: (sum, venue) =>
          `Feststellen, dass ${venue} die Auszahlung von ${sum} aufhält und endgültig abgelehnt hat.`,
        consequence:
          'Sie scheitert, sobald eine weitere Admin-Person dasselbe festgestellt hat: Zahlt die Börse sie doch, wird vielleicht doppelt gezahlt.',
      },
    },
  },
};
