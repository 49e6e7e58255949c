import type { DisbursementAddress, DisbursementDestination } from '@quaestor/sdk';
import { Address } from '../../shared/money/index.ts';
import type { Fact } from '../../shared/parts/index.ts';
import { recipientTexts } from '../../shared/recipients/index.ts';
import { Ago, formatTime } from '../../shared/text/index.ts';
import { Receiver } from './receiver.tsx';
import { DestinationStatus } from './status.tsx';
import { texts } from './texts.ts';

const { bank: t } = texts;

/** The destination, member by member; what its state needs to be understood is with it. */
export const destinationFacts = (destination: DisbursementDestination): Fact[] => [
  [t.status, <DestinationStatus key="status" status={destination.status} />],
  ...whereFacts(destination),
  [recipientTexts.title, destination.kind === 'chain' && receiverOf(destination)],
  [t.saved, <Ago key="saved" at={destination.saved_at} />],
  [t.usable, destination.status === 'CONFIRMED' && formatTime(destination.usable_from ?? '')],
  [t.reason, destination.reason !== null && texts.reason(destination.reason)],
];

const receiverOf = ({ recipient }: DisbursementDestination) =>
  recipient ? <Receiver key="receiver" mark={recipient} /> : recipientTexts.none;

/** What those who pay get. */
export const whereFacts = (destination: DisbursementDestination): Fact[] => {
  const { name, written_name: written, iban, bic, address } = destination;
  const { method, account, network, wallet, tag } = destination;
  return [
    [t.method, method],
    [t.externalAccount, account],
    [t.network, network],
    [t.wallet, wallet !== undefined && <Address key="wallet" value={wallet} />],
    [t.tag, tag],
    [t.name, name],
    [t.written, written],
    [t.iban, iban !== undefined && <Address key="iban" value={iban} />],
    [t.bic, bic],
    [t.address, address && lineOf(address)],
  ];
};

export const lineOf = ({ street, building, postcode, town, country }: DisbursementAddress): string =>
  [[street, building], [postcode, town], [country]]
    .map((parts) => parts.filter((part) => part !== undefined).join(' '))
    .filter((part) => part !== '')
    .join(', ');
