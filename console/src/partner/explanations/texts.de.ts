import { formatDay, formatInteger, formatList, plural, type Translation } from '../../shared/text/index.ts';
import { fieldName, kindName } from '../names-texts.de.ts';
import type { texts as english } from './texts.ts';

const NAMES: Readonly<Record<string, string>> = {
  partner_uid: 'den Partner',
  account_type: 'die Kontoart',
  symbol: 'das Symbol',
};

const ANY = '*';

export const texts: Translation<typeof english> = {
  days: {
    title: 'Prämien',
    about:
      'Was jeder Tag einbrachte, und warum: von einem Tag zu seinen Aufträgen und zu jedem Faktor einer Prämie. In USD: was die Aufträge Ihrer Kunden einbringen, und was für den Tag gutgeschrieben wurde, Teil für Teil und insgesamt.',
    table: 'Tage',
    since: (day) =>
      `Nur die Tage seit dem ${formatDay(day)} stehen hier. Für die Tage davor wählen Sie einen Zeitraum, der früher endet.`,
    empty: {
      title: 'In diesem Zeitraum wurde nichts verdient',
      text: 'Schließen Ihre Kunden oder die von Partnern unter Ihnen Aufträge, stehen die Tage hier. Wählen Sie andere Tage, um weiter zurückzusehen.',
    },
    columns: {
      day: 'Tag',
      lots: 'Lots',
      earned: 'Aus Aufträgen',
      parts: {
        reward_usd: 'Erste Ebene',
        second_level_reward_usd: 'Zweite Ebene',
        progress_reward_usd: 'Aufstieg',
        commission_usd: 'Provisionen',
        commission_paid_usd: 'An Vermittler',
        adjustment_usd: 'Korrekturen',
      },
      credited: 'Gutgeschrieben',
    },
    progress: {
      title: 'Aufstiegsprämien',
      about:
        'Steigen Sie in eine bessere Stufe auf, werden die Aufträge eines vergangenen Zeitraums aufgestockt.',
      table: 'Aufstiegsprämien',
      columns: { id: 'Ausgleich', paid: 'Gezahlt', tiers: 'Stufe', amount: 'Betrag, USD' },
      tiers: (before, after) => `${before} auf ${after}`,
    },
  },
  day: {
    title: (day) => formatDay(day),
    orders: {
      title: 'Aufträge',
      description: 'Was Ihre eigenen Kunden an diesem Tag geschlossen haben.',
      none: 'An diesem Tag wurde kein Auftrag Ihrer eigenen Kunden geschlossen.',
      columns: {
        order: 'Auftrag',
        closed: 'Geschlossen',
        symbol: 'Symbol',
        account: 'Konto',
        lots: 'Lots',
        reward: 'Prämie, USD',
      },
    },
    credited: {
      title: 'Für diesen Tag gutgeschrieben',
      description:
        'Auf beiden Ebenen, mit Provisionen und späteren Korrekturen. Öffnen Sie eine Zeile, um die Aufträge dahinter zu sehen.',
      none: 'Für diesen Tag wurde noch nichts gutgeschrieben.',
      columns: {
        id: 'Zeile',
        kind: 'Art',
        account: 'Konto',
        payout: 'Abrechnung',
        at: 'Gutgeschrieben',
        orders: 'Aufträge',
        reward: 'Prämie',
        usd: 'USD',
      },
    },
  },
  back: 'Alle Tage',
  backTo: (day) => `Alles vom ${formatDay(day)}`,
  unknown: 'Noch nicht bekannt',
  none: '—',
  order: {
    title: (id) => `Auftrag ${id}`,
    facts: {
      closed: 'Geschlossen',
      opened: 'Geöffnet',
      volume: 'Volumen',
      lots: (lots, millions) => `${lots} Lots, ${millions} Mio. USD`,
      type: 'Kontoart',
      formula: 'Formel',
      noFormula: 'Kein Tarif gilt. Die Prämie, falls es eine gibt, wurde mit dem Auftrag gesendet.',
      batch: 'Zuletzt geändert in Lieferung',
      state: 'Gutschrift',
      awaits:
        'Die Daten dieses Tages haben sich seit der letzten Gutschrift geändert. Die nächste schreibt den Unterschied gut.',
    },
    kinds: {
      reward: 'Ihre Prämie',
      second_level_reward: 'Ihre Prämie der zweiten Ebene',
      commission: 'Ihre Provision',
      commission_paid: 'Provision, die Sie dem Vermittler zahlen',
      progress_reward: 'Aufstiegsprämie',
    },
    into: (account) => `Auf Konto ${account}`,
    compensation: (id) => `Ganze Aufstiegsprämie ${id} anzeigen`,
  },
  tariff: {
    title: 'Tarif',
    second: 'Tarif der zweiten Ebene',
    for: 'Für',
    scope: (partner, type, symbol) =>
      [
        partner === ANY ? 'alle Partner' : `Partner ${partner}`,
        type === ANY ? 'alle Kontoarten' : `Kontoart ${type}`,
        symbol === ANY ? 'alle Symbole' : `Symbol ${symbol}`,
      ].join(', '),
    valid: 'Gültig',
    since: (from, to) =>
      to === null ? `seit ${formatDay(from)}` : `${formatDay(from)} bis ${formatDay(to)}`,
    formula: 'Formel',
    level: 'Ebene',
    chosen: 'Warum dieser',
    why: (names, others) => {
      const named =
        names.length === 0
          ? 'Er ist der allgemeine'
          : `Er nennt ${formatList(names.map((name) => NAMES[name] ?? name))}`;
      return others === 0
        ? `${named}, und kein anderer galt.`
        : `${named}; ${plural(others, 'anderer trat', 'andere traten')} zurück.`;
    },
  },
  share: {
    title: 'Teilung',
    agent: 'Vermittler',
    percent: 'Prozentsatz',
    days: 'Geteilt',
  },
  calculation: {
    usd: 'In USD',
    in: (currency) => `In ${currency}`,
    columns: { factor: 'Faktor', value: 'Wert', unit: 'Einheit', source: 'Aus' },
    factor: fieldName,
    missing: (name) =>
      `${name} ist noch nicht bekannt. Der Betrag folgt, sobald das Programm es gesendet hat.`,
    divided: (numerator, denominator) => `${numerator} ÷ ${denominator}`,
    source: (fact, field, day) => {
      const named = `${kindName(fact)}: ${fieldName(field)}`;
      return day === null ? named : `${named} vom ${formatDay(day)}`;
    },
    product: 'Produkt',
    amount: 'Betrag',
    rounding: (decimals) => `, einmal auf ${decimals} Nachkommastellen gerundet, die Hälfte von null weg`,
    agrees: 'Ihr Browser hat diese Faktoren multipliziert und denselben Betrag erhalten.',
    differs: (rounded) => `Ihr Browser hat diese Faktoren multipliziert und ${rounded} erhalten.`,
  },
  payouts: {
    title: 'Gutgeschrieben',
    none: 'Noch nicht gutgeschrieben.',
    about: 'Jede Zeile umfasst alle Aufträge des Kontos an diesem Tag.',
    columns: {
      payout: 'Abrechnung',
      kind: 'Art',
      at: 'Wann',
      reward: 'Prämie',
      usd: 'USD',
      row: 'Zeile',
    },
    kinds: { rewards: 'Prämien', adjustments: 'Korrektur', progress: 'Aufstiegsprämie' },
    row: (id) => `Zeile ${id}`,
  },
  credited: {
    title: (id) => `Gutgeschriebene Prämie ${id}`,
    kinds: {
      reward: 'Prämie',
      second_level_reward: 'Prämie der zweiten Ebene',
      commission: 'Provision',
      commission_paid: 'An einen Vermittler gezahlte Provision',
      adjustment: 'Korrektur',
    },
    facts: {
      client: 'Kunde',
      account: 'Partnerkonto',
      below: 'Konto des Partners darunter',
      agent: 'Vermittler',
      payout: 'Abrechnung',
      at: 'Gutgeschrieben',
      state: 'Gutschrift',
    },
    adjustment:
      'Diese Zeile ist eine Korrektur: Der Tag war schon gutgeschrieben, und seine Daten haben sich seither geändert.',
    causes: {
      title: 'Was sich geändert hat',
      about:
        'Lieferungen, die die Tage dieser Abrechnung seit der Gutschrift geändert haben, neueste zuerst.',
      columns: { batch: 'Lieferung', kind: 'Daten', source: 'Wie', at: 'Wann' },
      voids: (batch) => `Nimmt Lieferung ${batch} zurück`,
    },
    sum: {
      title: 'Wie es sich zusammensetzt',
      terms: {
        orders: 'Was die Aufträge jetzt einbringen',
        credited_before: 'Abzüglich dessen, was frühere Zeilen gutschrieben',
        credited_later: 'Abzüglich dessen, was spätere Zeilen gutschrieben',
        awaiting_crediting: 'Abzüglich dessen, was die nächste Gutschrift bringt',
      },
      total: 'Diese Zeile',
    },
    conversion: 'Wie die Provision des Tages umgerechnet wurde',
    orders: {
      title: 'Aufträge dahinter',
      about: (count) => plural(count, 'Auftrag', 'Aufträge'),
      none: 'Kein Auftrag steht mehr dahinter.',
      columns: {
        order: 'Auftrag',
        symbol: 'Symbol',
        closed: 'Geschlossen',
        lots: 'Lots',
        usd: 'Bringt jetzt ein, USD',
        reward: (currency) => `Bringt jetzt ein, ${currency}`,
        batch: 'Lieferung',
      },
      changed: (batch) => `${formatInteger(batch)}, geändert`,
    },
    others: 'Alle Zeilen desselben Kontos und Tages',
  },
  progress: {
    title: (id) => `Aufstiegsprämie ${id}`,
    about: (before, after) => `Aufstockung für den Aufstieg von Stufe ${before} auf Stufe ${after}`,
    facts: {
      period: 'Aufträge geschlossen',
      range: (from, to) => `${formatDay(from)} bis ${formatDay(to)}`,
      percentage: 'Die neue Stufe zahlt',
      ofBase: (percent) => `${percent} % der Grundprämie`,
      paid: 'Gezahlt',
      amount: 'Alle Aufträge zusammen',
      usd: (amount) => `${amount} USD`,
    },
    payouts: 'Abrechnungen',
    into: (account) => `Auf Konto ${account}`,
    orders: {
      title: 'Aufträge',
      columns: {
        order: 'Auftrag',
        account: 'Konto',
        closed: 'Geschlossen',
        how: 'Faktoren',
        amount: 'Aufstockung, USD',
      },
    },
  },
};
