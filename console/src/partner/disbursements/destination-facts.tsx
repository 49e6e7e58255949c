import type { DisbursementAddress, DisbursementDestination } from '@quaestor/sdk';
import { Address } from '../../shared/money/index.ts';
import type { Fact } from '../../shared/parts/index.ts';
import { Ago, formatTime } from '../../shared/text/index.ts';
import { DestinationStatus } from './status.tsx';
import { texts } from './texts.ts';

const { bank: t } = texts;

/** The bank account, member by member; what its state needs to be understood is with it. */
export const destinationFacts = (destination: DisbursementDestination): Fact[] => [
  [t.status, <DestinationStatus key="status" status={destination.status} />],
  ...bankFacts(destination),
  [t.saved, <Ago key="saved" at={destination.saved_at} />],
  [t.usable, destination.status === 'CONFIRMED' && formatTime(destination.usable_from ?? '')],
  [t.reason, destination.reason !== null && texts.reason(destination.reason)],
];

/** What the bank gets. */
export const bankFacts = ({ name, written_name, iban, bic, address }: DisbursementDestination): Fact[] => [
  [t.name, name],
  [t.written, written_name],
  [t.iban, <Address key="iban" value={iban} />],
  [t.bic, bic],
  [t.address, address && lineOf(address)],
];

export const lineOf = ({ street, building, postcode, town, country }: DisbursementAddress): string =>
  [[street, building], [postcode, town], [country]]
    .map((parts) => parts.filter((part) => part !== undefined).join(' '))
    .filter((part) => part !== '')
    .join(', ');
