import { formatClock, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Markt',
  about: 'Ein Orderbuch über alle Börsen, wie es sich ändert.',
  pair: 'Paar',
  bookType: 'Art des Orderbuchs',
  bookTypes: {
    AGGREGATED: 'Zusammengefasst',
    NATIVE: 'Einzeln',
    TOP: 'Spitze',
    VWAP: 'VWAP',
    FIRM: 'Verbindlich',
    INDICATIVE: 'Unverbindlich',
  },
  withFees: 'Mit Taker-Gebühren',
  empty: {
    title: 'Keine Börse handelt etwas',
    about:
      'Orderbücher kommen von Börsen, die verbunden sind und handeln können. Ihr Zustand steht in der Übersicht.',
  },
  crossed: (by) => `Gekreuzt um ${by}`,
  spread: (spread) => `Spanne ${spread}`,
  ladder: {
    bids: 'Geldseite',
    asks: 'Briefseite',
    bid: 'Geld',
    ask: 'Brief',
    quantity: 'Menge',
    total: 'Summe',
    venue: 'Börse',
  },
  depth: {
    title: 'Tiefe',
    label: (symbol) => `Tiefe von ${symbol}; die Zahlen stehen in der Tabelle von Geld und Brief`,
  },
  price: {
    title: 'Preis',
    period: 'Zeitraum des Preises',
    hours: { '1': '1 Std.', '6': '6 Std.', '24': '24 Std.', '168': '7 Tage' },
    mid: 'Mitte',
    spread: 'Spanne',
    time: 'Zeit',
    table: 'Letzte Preise',
    at: (time, mid, spread) => `${time}: Mitte ${mid}, Spanne ${spread}`,
    none: 'Kein Preis zu dieser Zeit',
    empty:
      'Ab jetzt wird jede Minute ein Preis festgehalten, solange das Paar gehandelt wird oder auf einer Beobachtungsliste steht.',
    label: (symbol) => `Preis von ${symbol}; die Zahlen stehen in der Tabelle der letzten Preise`,
  },
  watch: {
    title: 'Beobachtungsliste',
    add: (symbol) => `${symbol} beobachten`,
    remove: (symbol) => `${symbol} nicht mehr beobachten`,
    empty: 'Beobachten Sie ein Paar: Sein Preis wird festgehalten und hier gezeigt.',
    noPrice: 'Kein Preis',
    noRise: '–',
    rise: (percent) => `${percent.startsWith('-') ? '−' : '+'}${percent.replace('-', '')} %`,
  },
  rate: {
    title: 'Unverbindlicher Kurs',
    from: 'Von',
    to: 'In',
    between: 'in',
    value: (from, rate, to) => `1 ${from} = ${rate} ${to}`,
    path: (path, at) => `Über ${path.join(' → ')} um ${formatClock(at)}`,
  },
  venues: {
    title: 'Börsen',
    notLive: 'Nicht verbunden',
    stale: 'Orderbuch unterbrochen',
    notTraded: (symbol) => `Handelt ${symbol} nicht`,
  },
};
