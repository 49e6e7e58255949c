import type { Proposal } from '@quaestor/sdk';
import { IconGavel } from '../../shared/icons/index.ts';
import { useStatus } from '../../shared/list/index.ts';
import { ProposalsPage } from '../../shared/proposals/index.ts';
import { agoColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { ProposalDetail } from './detail.tsx';
import { STATUSES } from './queries.ts';
import { ProposalStatus } from './status.tsx';
import { texts } from './texts.ts';

/** Changes of what is paid. Those that wait come first, unless another status is chosen. */
export function Proposals() {
  const { chosen } = useStatus(STATUSES);
  const list = usePages<Proposal>(['proposals', 'list', chosen], async ({ signal, ...places }) => {
    const { proposals, count } = await partner.proposals.list(
      { ...places, ...(chosen !== undefined && { status: chosen }) },
      { signal },
    );
    return { rows: proposals, count };
  });
  return (
    <ProposalsPage
      texts={texts}
      icon={<IconGavel size={32} />}
      statuses={STATUSES}
      list={list}
      columns={COLUMNS}
      render={(id, close) => <ProposalDetail key={id} id={id} onClose={close} />}
    />
  );
}

const partnersOf = ({ facts }: Proposal): string =>
  [...new Set(facts.map((fact) => String(fact['partner_uid'] ?? fact['link_code'] ?? '')))].join(', ');

const COLUMNS: readonly Column<Proposal>[] = [
  nameColumn('what', texts.columns.what, texts.summary),
  textColumn('of', texts.columns.of, partnersOf),
  textColumn(
    'status',
    texts.columns.status,
    ({ status }) => texts.statuses[status],
    ({ status }) => <ProposalStatus status={status} />,
  ),
  textColumn('by', texts.columns.by, ({ proposed_by }) => proposed_by),
  agoColumn('at', texts.columns.at, ({ proposed_at }) => proposed_at),
];
