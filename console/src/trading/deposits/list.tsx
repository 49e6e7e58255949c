import type { Deposit, DepositSource } from '@quaestor/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowDownLeft } from '../../shared/icons/index.ts';
import { ButtonLink } from '../../shared/link/index.ts';
import { ListPage, useFiltered } from '../../shared/list/index.ts';
import { Note } from '../../shared/parts/index.ts';
import { agoColumn, moneyColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime, shorten } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { filterQuery, sourcesQuery } from './queries.ts';
import { DepositStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Deposits() {
  const fields = useQuery(filterQuery());
  const filtered = useFiltered<Deposit>({
    noun: 'deposits',
    fields: fields.data,
    read: (filter, options) => trading.deposits.list(filter, options),
    example: texts.list.example,
    hasDates: true,
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconArrowDownLeft size={32} />}
      action={
        <ButtonLink to="/deposits/addresses" variant="default">
          {texts.list.addresses}
        </ButtonLink>
      }
      {...filtered}
      filter={
        <>
          <Unread />
          {filtered.filter}
        </>
      }
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/deposits/$id', params: { id } })}
    />
  );
}

/** The venues whose deposits are not all here. */
function Unread() {
  const { data = [] } = useQuery(sourcesQuery());
  const lines = data.flatMap(linesOf);
  if (lines.length === 0) return null;
  return (
    <Note>
      <Stack gap={2}>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </Note>
  );
}

const linesOf = ({ venue, readTo, reason, missing }: DepositSource): string[] => [
  ...(reason === null ? [] : [texts.list.unread(venue, readTo === null ? null : formatTime(readTo), reason)]),
  ...(missing === null ? [] : [texts.list.missing(venue, formatTime(missing.from), formatTime(missing.to))]),
];

const COLUMNS: readonly Column<Deposit>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status, hold }) => hold ?? status,
    cell: (row) => (
      <div>
        <DepositStatus {...row} />
        {row.waitingReason !== null && (
          <Text size="xs" c="dimmed" maw={320} lineClamp={2} title={row.waitingReason}>
            {row.waitingReason}
          </Text>
        )}
      </div>
    ),
  },
  moneyColumn(
    'amount',
    texts.columns.amount,
    ({ amount }) => amount,
    ({ asset }) => asset.code,
  ),
  textColumn('venue', texts.columns.venue, ({ venue }) => venue),
  {
    id: 'transaction',
    header: texts.columns.transaction,
    text: ({ blockchainMetadata, internalTransferId }) =>
      blockchainMetadata?.hash ?? internalTransferId ?? '',
    cell: ({ blockchainMetadata, internalTransferId }) =>
      shorten(blockchainMetadata?.hash ?? internalTransferId ?? texts.none),
  },
  nameColumn('id', texts.columns.venueId, ({ venueTransferId }) => venueTransferId),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
