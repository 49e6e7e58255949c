import type { Conversion } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsExchange } from '../../shared/icons/index.ts';
import { ButtonLink } from '../../shared/link/index.ts';
import { CreateLink, ListPage, useFiltered } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, moneyColumn, nameColumn, type Column } from '../../shared/table/index.ts';
import { trading } from '../api.ts';
import { filterQuery } from './queries.ts';
import { ConversionStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Conversions() {
  const canConvert = useScope('conversions:edit');
  const fields = useQuery(filterQuery());
  const filtered = useFiltered<Conversion>({
    noun: 'conversions',
    fields: fields.data,
    read: (filter, options) => trading.conversions.list(filter, options),
    example: texts.list.example,
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconArrowsExchange size={32} />}
      action={
        <>
          <ButtonLink to="/conversions/slippage" variant="default">
            {texts.list.slippage}
          </ButtonLink>
          {canConvert && <CreateLink to="/conversions/new" label={texts.list.create} />}
        </>
      }
      {...filtered}
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/conversions/$id', params: { id } })}
    />
  );
}

const COLUMNS: readonly Column<Conversion>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: ({ status }) => <ConversionStatus status={status} />,
  },
  moneyColumn(
    'from',
    texts.columns.sold,
    ({ from }) => from.amount,
    ({ from }) => from.asset,
  ),
  moneyColumn(
    'to',
    texts.columns.bought,
    ({ to }) => to.amount,
    ({ to }) => to.asset,
  ),
  {
    id: 'executor',
    header: texts.columns.executor,
    text: ({ executor }) => executor,
    cell: ({ executor }) => texts.executorNames[executor],
  },
  nameColumn('reference', texts.columns.reference, ({ reference }) => reference),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
