import type { Venue } from '@quaestor/sdk';
import { sentenceOf } from '../../shared/text/index.ts';

const fixes: Readonly<Record<NonNullable<Venue['cause']>, string>> = {
  unreachable: 'Check the network of this machine and the address in the configuration of the venue.',
  key: 'Check the key of the venue, and that the venue grants it what is to be done there.',
  address: 'Allow the address of this machine at the venue, in the settings of the key.',
  clock: 'Set the clock of this machine, for example by NTP.',
  limit: 'Wait: Quaestor asks more slowly until the venue answers again.',
  outage: 'Wait until the venue is back. Withdrawals and conversions go on by themselves.',
  other: 'Look for the reason in the log of the worker.',
};

const modes: Readonly<Record<Venue['trading'], string>> = {
  live: 'Live',
  simulate: 'Simulate',
  off: 'Off',
};

const modeHints: Readonly<Record<Venue['trading'], string>> = {
  live: 'Sends to the venue.',
  simulate: 'Checks everything and sends nothing.',
  off: 'Refuses.',
};

export const texts = {
  switched: (what: string, venue: string, mode: string) => `${what} at ${venue}: ${mode}.`,
  list: {
    title: 'Venues',
    description: 'Where assets are held and traded, and what may be sent there.',
    empty: {
      title: 'No venue is configured',
      text: 'Add venues to the configuration of the service. Each begins switched off.',
    },
  },
  columns: {
    name: 'Venue',
    state: 'State',
    trading: 'Trading',
    withdrawals: 'Withdrawals',
    pairs: 'Pairs',
    assets: 'Assets',
  },
  live: 'Live',
  notLive: 'Not live',
  notAsked: 'It has not answered yet.',
  modes,
  modeHints,
  fixes,
  detail: {
    fallback: 'Venue',
    missing: (code: string) => `There is no venue ${code}.`,
    why: 'Why it is not live',
    lastKnown: 'What is shown below is what it said last.',
    switches: 'Switches',
    switchesHint: 'A change needs your second factor and applies to the next order or withdrawal.',
    adminsOnly: 'Only admins can switch.',
    trading: 'Trading',
    withdrawals: 'Withdrawals',
    balances: 'Balances',
    noBalances: 'It holds nothing for us.',
    balance: {
      asset: 'Asset',
      total: 'Total',
      available: 'Available',
      locked: 'In orders',
      withdrawing: 'Leaving',
      depositing: 'Arriving',
    },
    facts: 'Accounts and rules',
    code: 'Code',
    accounts: 'Accounts',
    account: (code: string, maker: string, taker: string) => `${code}: maker ${maker}, taker ${taker}`,
    capabilities: 'Can do',
    /** `liveBooks` → `Live books` */
    capability: (name: string) => sentenceOf(name.replaceAll(/(?=[A-Z])/g, ' ')).replace(/^Ioc\b/, 'IOC'),
    payouts: 'What it pays out',
    payout: {
      asset: 'Asset',
      minimum: 'At least',
      precision: 'Decimals',
      networks: 'Networks',
      charged: (network: string, fee: string) => `${network} (fee ${fee})`,
    },
  },
} as const;
