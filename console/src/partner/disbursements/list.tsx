import type { Disbursement, DisbursementBalance } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../shared/link/index.ts';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Page, Status } from '../../shared/parts/index.ts';
import {
  agoColumn,
  allRows,
  moneyColumn,
  nameColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { agreementQuery, balancesQuery } from './queries.ts';
import { DisbursementStatus } from './status.tsx';
import { texts } from './texts.ts';

/** What each account has, and what was asked for. */
export function Disbursements() {
  const reads = useReads();
  const balances = useQuery(balancesQuery(reads));
  const { data: agreement } = useQuery(agreementQuery(reads));
  const made = usePages<Disbursement>(['disbursements', reads.of, 'list'], async ({ signal, ...page }) => {
    const { disbursements, count } = await reads.disbursements.list(page, { signal });
    return { rows: disbursements, count };
  });
  return (
    <Page
      title={texts.list.title}
      description={texts.list.description}
      actions={
        agreement && (
          <ButtonLink to="/disbursements/documents" variant="default">
            {texts.list.documents}
          </ButtonLink>
        )
      }
    >
      <SectionOfRows
        texts={texts.accounts}
        list={allRows(balances)}
        columns={ACCOUNTS}
        idOf={({ account_id }) => account_id}
        to={({ account_id }) => ({ to: '/disbursements/accounts/$account', params: { account: account_id } })}
      />
      <SectionOfRows
        texts={texts.made}
        list={made}
        columns={MADE}
        idOf={({ number }) => String(number)}
        to={({ number }) => ({ to: '/disbursements/$number', params: { number: String(number) } })}
      />
    </Page>
  );
}

const { columns: a } = texts.accounts;
const figureColumn = (name: 'available' | 'held' | 'reserved' | 'paid' | 'debt') =>
  moneyColumn<DisbursementBalance>(
    name,
    a[name],
    (row) => row[name],
    ({ currency }) => currency,
  );
const stateOf = ({ blocks }: DisbursementBalance): string =>
  blocks.length === 0 ? texts.accounts.ready : texts.accounts.blocked;
const ACCOUNTS: readonly Column<DisbursementBalance>[] = [
  nameColumn('account', a.account, ({ account_id }) => account_id),
  figureColumn('available'),
  figureColumn('held'),
  figureColumn('reserved'),
  figureColumn('paid'),
  figureColumn('debt'),
  textColumn('state', a.state, stateOf, (row) => (
    <Status code="" tone={row.blocks.length === 0 ? 'good' : 'warn'} label={stateOf(row)} />
  )),
];

const { columns: m } = texts.made;
const MADE: readonly Column<Disbursement>[] = [
  nameColumn('number', m.number, ({ number }) => String(number)),
  moneyColumn(
    'amount',
    m.amount,
    ({ amount }) => amount,
    ({ currency }) => currency,
  ),
  textColumn('account', m.account, ({ account_id }) => account_id),
  textColumn(
    'status',
    m.status,
    ({ status }) => texts.statuses[status],
    ({ status }) => <DisbursementStatus status={status} />,
  ),
  agoColumn('at', m.at, ({ updated_at }) => updated_at),
];
