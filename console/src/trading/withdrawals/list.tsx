import type { WithdrawalDetail } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowUpRight } from '../../shared/icons/index.ts';
import { ButtonLink } from '../../shared/link/index.ts';
import { CreateLink, ListPage, useFiltered } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, nameColumn, type Column } from '../../shared/table/index.ts';
import { trading } from '../api.ts';
import { amountColumn, destinationColumn, venueColumn } from './columns.tsx';
import { filterQuery } from './queries.ts';
import { WithdrawalStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Withdrawals() {
  const canTransfer = useScope('venue-transfer:edit');
  const fields = useQuery(filterQuery());
  const filtered = useFiltered<WithdrawalDetail>({
    noun: 'withdrawals',
    fields: fields.data,
    read: (filter, options) =>
      trading.withdrawals.list(
        // A filter says itself what it wants. Without one, dry runs would only hide what matters.
        { ...filter, expand: 'approvals', ...(filter.q === undefined && { simulated: false }) },
        options,
      ),
    example: texts.list.example,
    hasDates: true,
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconArrowUpRight size={32} />}
      action={
        canTransfer && (
          <>
            <ButtonLink to="/withdrawals/batch" variant="default">
              {texts.list.batch}
            </ButtonLink>
            <CreateLink to="/withdrawals/new" label={texts.list.create} />
          </>
        )
      }
      {...filtered}
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/withdrawals/$id', params: { id } })}
    />
  );
}

const COLUMNS: readonly Column<WithdrawalDetail>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: (row) => (
      <div>
        <WithdrawalStatus {...row} />
        {typeof row.waitingReason === 'string' && (
          <Text size="xs" c="dimmed" maw={320} lineClamp={2} title={row.waitingReason}>
            {row.waitingReason}
          </Text>
        )}
      </div>
    ),
  },
  amountColumn,
  destinationColumn,
  venueColumn,
  nameColumn('reference', texts.columns.reference, ({ reference }) => reference),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
