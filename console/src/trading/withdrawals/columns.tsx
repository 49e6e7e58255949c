import type { Withdrawal } from '@quaestor/sdk';
import { moneyColumn, type Column } from '../../shared/table/index.ts';
import { shortDestination } from './destination.tsx';
import { texts } from './texts.ts';

type Row = Pick<Withdrawal, 'amount' | 'asset' | 'blockchainDestination' | 'fiatDestination' | 'venue'>;

export const amountColumn = moneyColumn<Pick<Row, 'amount' | 'asset'>>(
  'amount',
  texts.columns.amount,
  ({ amount }) => amount,
  ({ asset }) => asset.code,
);

export const destinationColumn = {
  id: 'destination',
  header: texts.columns.destination,
  text: ({ blockchainDestination, fiatDestination }) =>
    blockchainDestination?.address ?? fiatDestination?.alias ?? '',
  cell: shortDestination,
} as const satisfies Column<Row>;

export const venueColumn = {
  id: 'venue',
  header: texts.columns.venue,
  text: ({ venue }) => venue,
  cell: ({ venue }) => venue,
} as const satisfies Column<Row>;
