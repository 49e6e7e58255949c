import type { AccessProposal } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { accessQuery, MOST_CHANGES, nameOfChange, STATUSES } from '../access/index.ts';
import { IconShieldLock } from '../icons/index.ts';
import { useStatus } from '../list/index.ts';
import { Status, type Tone } from '../parts/index.ts';
import { ProposalsPage } from '../proposals/index.ts';
import { useService } from '../session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../table/index.ts';
import { AccessDetail } from './detail.tsx';
import { texts } from './texts.ts';

const TONES: Readonly<Record<AccessProposal['status'], Tone>> = {
  PROPOSED: 'warn',
  ANNOUNCED: 'idle',
  CONFIRMED: 'good',
  REFUSED: 'bad',
  WITHDRAWN: 'idle',
};

/** What waits for a second admin. Other changes are shown on request. */
export function AccessChanges() {
  const proposals = useQuery(accessQuery(useService(), useStatus(STATUSES).chosen));
  return (
    <ProposalsPage
      texts={texts}
      icon={<IconShieldLock size={32} />}
      statuses={STATUSES}
      list={allRows(proposals, MOST_CHANGES)}
      columns={COLUMNS}
      render={(id, close) => (
        <Opened proposal={proposals.data?.find((proposal) => proposal.id === id)} onClose={close} />
      )}
    />
  );
}

interface OpenedProps {
  readonly proposal: AccessProposal | undefined;
  readonly onClose: () => void;
}

const Opened = ({ proposal, onClose }: OpenedProps) =>
  proposal !== undefined && (
    <AccessDetail
      key={proposal.id}
      proposal={proposal}
      status={<AccessStatus status={proposal.status} />}
      onClose={onClose}
    />
  );

const AccessStatus = ({ status }: Pick<AccessProposal, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.statuses[status]} />
);

const COLUMNS: readonly Column<AccessProposal>[] = [
  nameColumn('what', texts.columns.what, nameOfChange),
  textColumn('account', texts.columns.account, ({ account }) => account),
  textColumn(
    'status',
    texts.columns.status,
    ({ status }) => texts.statuses[status],
    ({ status }) => <AccessStatus status={status} />,
  ),
  textColumn('by', texts.columns.by, ({ proposedBy }) => proposedBy),
  agoColumn('at', texts.columns.at, ({ proposedAt }) => proposedAt),
];
