import { formatInteger, plural, type Translation } from '../../shared/text/index.ts';
import { fieldName } from '../names-texts.de.ts';
import type { texts as english } from './texts.ts';

const UNITS: Readonly<Record<string, string>> = { 'mln USD': 'Mio. USD', lots: 'Lots', fraction: 'Anteil' };

export const texts: Translation<typeof english> = {
  title: 'Berichte',
  about: 'Alles, was über Ihre Links, Ihre Kunden und deren Erträge gezählt wird.',
  names: {
    performance: 'Leistung',
    ib_performance: 'IB-Leistung',
    advanced_tqi: 'Qualität der Zugriffe',
    clients: 'Kunden',
    client_accounts: 'Kundenkonten',
    second_level_accounts: 'Konten der zweiten Ebene',
    second_level_rewards: 'Prämien der zweiten Ebene',
    subpartners: 'Unterpartner',
    orders: 'Aufträge',
    symbols: 'Symbole',
    shared_accounts: 'Geteilte Konten',
    progress_reward: 'Aufstiegsprämien',
    progress_reward_detail: 'Aufstiegsprämie im Einzelnen',
    rewards: 'Gutgeschriebene Prämien',
  },
  field: fieldName,
  yes: 'Ja',
  no: 'Nein',
  none: '—',
  header: (name, unit) => {
    const shown = unit === null ? '' : (UNITS[unit] ?? unit);
    return unit?.startsWith('currency') === true || fieldName(name).endsWith(shown)
      ? fieldName(name)
      : `${fieldName(name)}, ${shown}`;
  },
  missing: {
    title: 'Diesen Bericht gibt es nicht',
    about: 'Die Adresse ist vielleicht unvollständig. Alle Berichte stehen in der Liste.',
    list: 'Alle Berichte anzeigen',
  },
  leftOut: (names) =>
    `Die Adresse enthält auch ${names}. Danach wird hier nicht gefragt, es können also mehr Zeilen sein, als die Adresse sagt.`,
  mixed: {
    about:
      'Während Sie weiterlasen, kamen Daten an: Zeilen können doppelt sein oder fehlen, und die Summen sind älter als die letzten Zeilen.',
    again: 'Neu lesen',
  },
  empty: {
    title: 'Keine passende Zeile',
    text: 'Wählen Sie andere Tage oder entfernen Sie einen Filter.',
    ownClients:
      'Dieser Bericht zeigt nur, was Ihre eigenen Kunden taten. Wählen Sie andere Tage oder entfernen Sie einen Filter.',
    below: 'Zeigen, was Partner unter Ihnen für Sie verdienten',
  },
  noCompensation: {
    title: 'Noch keine Aufstiegsprämie',
    text: 'Steigen Sie in eine bessere Stufe auf, werden die Aufträge eines vergangenen Zeitraums aufgestockt. Jede Aufstockung steht hier.',
  },
  controls: {
    groupBy: 'Gruppieren nach',
    groupHint: (most) => `Höchstens ${formatInteger(most)}`,
    filters: (count) => (count === 0 ? 'Filter' : `Filter (${formatInteger(count)})`),
    columns: 'Spalten',
    cohort: 'Monat der Registrierungen',
    compensation: 'Ausgleich',
    remove: (name) => `Filter ${name} entfernen`,
    active: (name, value) => `${name}: ${value}`,
    range: (from, to) =>
      from === undefined ? `bis ${to}` : to === undefined ? `ab ${from}` : `${from} bis ${to}`,
    clear: 'Alle entfernen',
  },
  filters: {
    title: 'Filter',
    order: 'Sortieren nach',
    ascending: (name) => `${name}, aufsteigend`,
    descending: (name) => `${name}, absteigend`,
    any: 'Beliebig',
    none: 'Kein Wert',
  },
  columns: {
    title: 'Spalten',
    about: 'Auf diesem Gerät gespeichert und Teil der Adresse.',
    reset: 'Übliche Spalten anzeigen',
    all: 'Alle Spalten anzeigen',
  },
  totals: 'Summen aller Zeilen',
  chart: {
    measure: 'Diagramm',
    label: (measure, group) => `${measure} nach ${group}`,
    largest: (measure, group) => `Größte Werte von ${measure} nach ${group}`,
    series: (measure, time, group) => `${measure} nach ${time} und ${group}`,
    compared: (label) => `${label}, auch in den Tagen davor`,
    lines: 'Linien des Diagramms',
    others: 'Übrige',
    unknown: 'Unbekannt',
    tooMany:
      'Ein Diagramm hat Platz für 1.000 Punkte. Wählen Sie weniger Tage, oder gruppieren Sie nach einer längeren Zeit.',
  },
  comparison: {
    compare: 'Mit den Tagen davor vergleichen',
    with: (days) => `Verglichen mit ${days}: Unter jeder Zahl stehen die damalige und die Veränderung.`,
    withTotals: (days) => `Die Summen werden mit ${days} verglichen.`,
    tooMany: (days, rows) =>
      `${days} hat ${plural(rows, 'Zeile', 'Zeilen')}, zu viele, um jede zu vergleichen: Verglichen werden die Summen. Wählen Sie weniger Gruppen oder einen Filter.`,
  },
  zeros: {
    hide: 'Nullen ausblenden',
    hidden: (count) =>
      `${plural(count, 'geladene Zeile ist', 'geladene Zeilen sind')} ausgeblendet: Alle gezeigten Zahlen sind null. Die Summen zählen sie mit.`,
    more: 'Weitersuchen',
  },
  views: {
    button: 'Gespeicherte Ansichten',
    title: 'Gespeicherte Ansichten',
    about: 'Nur Sie sehen sie, überall, wo Sie sich anmelden.',
    none: 'Noch keine. Geben Sie dem, was Sie jetzt sehen, einen Namen, und finden Sie es hier wieder.',
    name: 'Name',
    save: 'Gezeigtes speichern',
    shown: 'Jetzt gezeigt',
    replace: 'Durch Gezeigtes ersetzen',
    overtaken:
      'Diese Ansicht wurde anderswo geändert, etwa in einem anderen Tab. Ihre neueste Fassung ist jetzt geladen: öffnen Sie sie über ihren Namen, oder ersetzen Sie sie noch einmal durch das Gezeigte.',
    overtakenAlike:
      'Diese Ansicht wurde anderswo, etwa in einem anderen Tab, zu dem geändert, was jetzt gezeigt wird.',
    remove: 'Entfernen',
    ask: 'Entfernen?',
    yes: 'Ansicht entfernen',
    readOnly: 'Sie sehen einen anderen Partner, daher kann nichts gespeichert werden.',
    gone: 'Diese gespeicherte Ansicht gibt es nicht',
    goneAbout:
      'Sie wurde entfernt, oder eine andere Person hat sie gespeichert. Ihre Ansichten stehen in der Liste der Berichte.',
  },
  mail: {
    begin: 'Per E-Mail erhalten',
    change: 'E-Mail ändern',
    stop: 'E-Mail beenden',
    ask: 'Beenden?',
    yes: 'E-Mail beenden',
    save: 'Senden',
    cancel: 'Abbrechen',
    every: 'Wie oft',
    rhythms: { day: 'Jeden Tag', week: 'Jede Woche', month: 'Jeden Monat' },
    weekday: 'Am',
    weekdays: {
      monday: 'Montag',
      tuesday: 'Dienstag',
      wednesday: 'Mittwoch',
      thursday: 'Donnerstag',
      friday: 'Freitag',
      saturday: 'Samstag',
      sunday: 'Sonntag',
    },
    day: 'Am Tag',
    dayOf: (day: number) => `Tag ${day}`,
    time: 'Um',
    about: (zone: string) =>
      `Uhrzeiten gelten in ${zone}. Tage von Berichten sind in UTC; „heute“ ist der Tag des Versands.`,
    when: {
      day: (time: string, zone: string) => `Per E-Mail jeden Tag um ${time} (${zone}).`,
      week: (weekday: string, time: string, zone: string) =>
        `Per E-Mail jeden ${weekday} um ${time} (${zone}).`,
      month: (day: number, time: string, zone: string) =>
        `Per E-Mail am Tag ${day} jedes Monats um ${time} (${zone}).`,
    },
    next: (time: string) => `Nächste: ${time}.`,
    last: {
      WAITING: (due: string) => `Die E-Mail vom ${due} wartet.`,
      SENT: (due: string) => `Die E-Mail vom ${due} wurde gesendet.`,
      UNKNOWN: (due: string) =>
        `Die E-Mail vom ${due} ist vielleicht angekommen: Der Mailserver gab keine Antwort.`,
      FAILED: (due: string) => `Die E-Mail vom ${due} konnte nicht gesendet werden.`,
      DROPPED: (due: string) => `Die E-Mail vom ${due} wurde nicht gesendet.`,
      FORGOTTEN: (due: string) => `Die letzte E-Mail war am ${due} fällig.`,
    },
    obstacles: {
      no_mail:
        'Diese Installation sendet noch keine E-Mails, es kommt also nichts an: Ein Admin setzt mail.host.',
      no_access: 'Sie können die Berichte des Partners nicht mehr lesen, daher wird nichts gesendet.',
      partner_suspended: 'Solange der Partner gesperrt ist, wird nichts gesendet.',
      no_address: 'Geben Sie unter Sicherheit eine Adresse für Nachrichten an, damit etwas ankommt.',
      address_unconfirmed: 'Öffnen Sie den Link, der an Ihre Adresse gesendet wurde, damit etwas ankommt.',
      address_disabled:
        'Der Mailserver hat Ihre Adresse abgelehnt. Geben Sie unter Sicherheit eine andere an.',
    },
    security: 'Sicherheit',
  },
  download: {
    csv: 'CSV',
    xlsx: 'XLSX',
    about: (format) => `Alle Zeilen als ${format} herunterladen`,
    progress: {
      csv: (rows, all) => `CSV: ${formatInteger(rows)} von ${plural(all, 'Zeile', 'Zeilen')}`,
      xlsx: (bytes, all) =>
        `XLSX: ${formatInteger(Math.ceil(bytes / 1024))} KB bisher, ${plural(all, 'Zeile', 'Zeilen')} insgesamt`,
    },
    cancel: 'Abbrechen',
  },
  region: (name) => `${name}, Tabelle`,
};
