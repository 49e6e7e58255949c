import { formatInteger, plural, sentenceOf } from '../../shared/text/index.ts';

/** Words of field names that are not written as they are in a sentence. */
const WORDS: Readonly<Record<string, string>> = {
  usd: 'USD',
  mln: 'mln',
  utm: 'UTM',
  roi: 'ROI',
  ctr: 'CTR',
  cpc: 'CPC',
  cpr: 'CPR',
  epc: 'EPC',
  cftd: 'CFTD',
  ftd: 'FTD',
  ftq: 'FTQ',
  kyc: 'KYC',
  url: 'URL',
  id: 'ID',
  uid: 'UID',
};

const NAMES: Readonly<Record<string, string>> = {
  count: 'Rows',
  click_count: 'Clicks',
  registration_count: 'Registrations',
  deposit_count: 'Deposits',
  first_deposit_count: 'First deposits',
  trade_starting_count: 'First trades',
  trade_starting_real_count: 'First trades',
  trade_starting_trial_count: 'First trial trades',
  impression_count: 'Impressions',
  orders_count: 'Orders',
  clients_count: 'Clients',
  client_uid_count: 'Clients',
  order_id: 'Order',
  kind: 'Type',
  reward_order: 'Payout',
  partner_code: 'Link',
  link_code: 'Link',
  trade_fn: 'First trade',
  reg_date: 'Registered',
  open_date: 'Opened',
  close_date: 'Closed',
  date_from: 'From',
  date_to: 'To',
  ordering: 'Order by',
};

const field = (name: string): string =>
  NAMES[name] ??
  sentenceOf(name)
    .split(' ')
    .map((word) => WORDS[word.toLowerCase()] ?? word)
    .join(' ');

export const texts = {
  title: 'Reports',
  about: 'Everything that is counted about your links, your clients and what both earned.',
  names: {
    performance: 'Performance',
    ib_performance: 'IB performance',
    advanced_tqi: 'Traffic quality',
    clients: 'Clients',
    client_accounts: 'Client accounts',
    second_level_accounts: 'Second-level accounts',
    second_level_rewards: 'Second-level rewards',
    subpartners: 'Sub-partners',
    orders: 'Orders',
    symbols: 'Symbols',
    shared_accounts: 'Shared accounts',
    progress_reward: 'Progress rewards',
    progress_reward_detail: 'Progress reward in detail',
    rewards: 'Credited rewards',
  } as Readonly<Record<string, string>>,
  field,
  yes: 'Yes',
  no: 'No',
  none: '—',
  header: (name: string, unit: string | null) =>
    unit === null || unit.startsWith('currency') || field(name).endsWith(unit)
      ? field(name)
      : `${field(name)}, ${unit}`,
  missing: {
    title: 'There is no such report',
    about: 'The address may be incomplete. All reports are in the list.',
    list: 'Show all reports',
  },
  leftOut: (names: string) =>
    `The address also has ${names}. That is not asked for here, so there may be more rows than the address says.`,
  mixed: {
    about:
      'Data arrived while you read on: rows may be there twice or be missing, and the totals are older than the last rows.',
    again: 'Read it again',
  },
  empty: {
    title: 'No row matches',
    text: 'Choose other dates or remove a filter.',
    ownClients: 'This report has only what your own clients did. Choose other dates or remove a filter.',
    below: 'See what partners below you earned for you',
  },
  noCompensation: {
    title: 'No progress reward yet',
    text: 'When you rise to a better tier, the orders of a past period are topped up. Each top-up is listed here.',
  },
  controls: {
    groupBy: 'Group by',
    groupHint: (most: number) => `At most ${formatInteger(most)}`,
    filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${formatInteger(count)})`),
    columns: 'Columns',
    cohort: 'Month of the registrations',
    compensation: 'Compensation',
    remove: (name: string) => `Remove the filter ${name}`,
    active: (name: string, value: string) => `${name}: ${value}`,
    range: (from: string | undefined, to: string | undefined) =>
      from === undefined ? `to ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`,
    clear: 'Remove all',
  },
  filters: {
    title: 'Filters',
    order: 'Order by',
    ascending: (name: string) => `${name}, ascending`,
    descending: (name: string) => `${name}, descending`,
    any: 'Any',
    none: 'No value',
  },
  columns: {
    title: 'Columns',
    about: 'Kept on this device, and part of the address.',
    reset: 'Show the usual columns',
    all: 'Show all columns',
  },
  totals: 'Totals of all rows',
  chart: {
    measure: 'Chart',
    label: (measure: string, group: string) => `${measure} by ${group.toLowerCase()}`,
    largest: (measure: string, group: string) => `Largest ${measure.toLowerCase()} by ${group.toLowerCase()}`,
    series: (measure: string, time: string, group: string) =>
      `${measure} by ${time.toLowerCase()} and ${group.toLowerCase()}`,
    compared: (label: string) => `${label}, and in the days before`,
    lines: 'Lines of the chart',
    others: 'Others',
    unknown: 'Unknown',
    tooMany: 'A chart has room for 1,000 points. Choose fewer days, or group by a longer time.',
  },
  comparison: {
    compare: 'Compare with the days before',
    with: (days: string) => `Compared with ${days}: below each figure are that of then, and the change.`,
    withTotals: (days: string) => `The totals are compared with ${days}.`,
    tooMany: (days: string, rows: number) =>
      `${days} has ${plural(rows, 'row', 'rows')}, too many to compare each: the totals are compared. Choose fewer groups or a filter.`,
  },
  zeros: {
    hide: 'Hide zeros',
    hidden: (count: number) =>
      `${plural(count, 'loaded row is', 'loaded rows are')} hidden: all figures shown of them are zero. The totals count them.`,
    more: 'Look further',
  },
  views: {
    button: 'Saved views',
    title: 'Saved views',
    about: 'Only you see them, wherever you sign in.',
    none: 'None yet. Give what you see now a name, and find it here again.',
    name: 'Name',
    save: 'Save what is shown',
    shown: 'Shown now',
    replace: 'Replace by what is shown',
    overtaken:
      'This view was changed elsewhere, such as in another tab. Its newest version is loaded now: open it by its name, or replace it again by what is shown.',
    overtakenAlike: 'This view was changed elsewhere, such as in another tab, to what is shown now.',
    remove: 'Remove',
    ask: 'Remove it?',
    yes: 'Remove the view',
    readOnly: 'You look at another partner, so nothing can be saved.',
    gone: 'There is no such saved view',
    goneAbout: 'It was removed, or another person saved it. Your views are in the list of reports.',
  },
  mail: {
    begin: 'Get it by mail',
    change: 'Change the mail',
    stop: 'Stop the mail',
    ask: 'Stop it?',
    yes: 'Stop the mail',
    save: 'Send it',
    cancel: 'Cancel',
    every: 'How often',
    rhythms: { day: 'Every day', week: 'Every week', month: 'Every month' },
    weekday: 'On',
    weekdays: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
    day: 'On day',
    dayOf: (day: number) => `Day ${day}`,
    time: 'At',
    about: (zone: string) =>
      `Times are those of ${zone}. Days of reports are in UTC; “today” is the day on which it is sent.`,
    when: {
      day: (time: string, zone: string) => `By mail every day at ${time} (${zone}).`,
      week: (weekday: string, time: string, zone: string) => `By mail every ${weekday} at ${time} (${zone}).`,
      month: (day: number, time: string, zone: string) =>
        `By mail on day ${day} of every month at ${time} (${zone}).`,
    },
    next: (time: string) => `Next ${time}.`,
    last: {
      WAITING: (due: string) => `The mail due ${due} waits.`,
      SENT: (due: string) => `The mail due ${due} was sent.`,
      UNKNOWN: (due: string) => `The mail due ${due} may have arrived: the mail server gave no answer.`,
      FAILED: (due: string) => `The mail due ${due} could not be sent.`,
      DROPPED: (due: string) => `The mail due ${due} was not sent.`,
      FORGOTTEN: (due: string) => `The last mail was due ${due}.`,
    },
    obstacles: {
      no_mail: 'This installation sends no mail yet, so nothing arrives: an admin sets mail.host.',
      no_access: 'You cannot read the reports of the partner any more, so nothing is sent.',
      partner_suspended: 'Nothing is sent while the partner is suspended.',
      no_address: 'Give an address for messages under Security, so that it can arrive.',
      address_unconfirmed: 'Open the link that was sent to your address, so that it can arrive.',
      address_disabled: 'The mail server refused your address. Give another one under Security.',
    },
    security: 'Security',
  },
  download: {
    csv: 'CSV',
    xlsx: 'XLSX',
    about: (format: string) => `Download all rows as ${format}`,
    progress: {
      csv: (rows: number, all: number) => `CSV: ${formatInteger(rows)} of ${plural(all, 'row', 'rows')}`,
      xlsx: (bytes: number, all: number) =>
        `XLSX: ${formatInteger(Math.ceil(bytes / 1024))} KB so far, ${plural(all, 'row', 'rows')} in all`,
    },
    cancel: 'Cancel',
  },
  region: (name: string) => `${name}, table`,
} as const;
