import type { Withdrawal } from '@quaestor/sdk';
import { Amount } from '../../shared/money/index.ts';
import type { Column } from '../../shared/table/index.ts';
import { shortDestination } from './destination.tsx';
import { texts } from './texts.ts';

type Row = Pick<Withdrawal, 'amount' | 'asset' | 'blockchainDestination' | 'fiatDestination' | 'venue'>;

export const amountColumn = {
  id: 'amount',
  header: texts.columns.amount,
  align: 'right',
  text: ({ amount, asset }) => `${amount} ${asset.code}`,
  cell: ({ amount, asset }) => <Amount value={amount} asset={asset.code} fw={600} />,
} as const satisfies Column<Row>;

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
