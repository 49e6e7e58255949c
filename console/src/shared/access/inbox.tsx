import type { AccessProposal } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconInbox } from '../icons/index.ts';
import { ListPage, useAddress, useOpened } from '../list/index.ts';
import { Status, type Tone } from '../parts/index.ts';
import { chosenStatus, isFiltered, StatusFilter } from '../proposals/index.ts';
import { useService } from '../session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../table/index.ts';
import { AccessDetail } from './detail.tsx';
import { accessQuery, accessSearch, STATUSES } from './queries.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<AccessProposal['status'], Tone>> = {
  PROPOSED: 'warn',
  ANNOUNCED: 'idle',
  CONFIRMED: 'good',
  REFUSED: 'bad',
  WITHDRAWN: 'idle',
};

/** What waits for a second admin. Other changes are shown on request. */
export function Inbox() {
  const { search, change } = useAddress(accessSearch);
  const { id, close } = useOpened();
  const chosen = chosenStatus(STATUSES, search.status);
  const proposals = useQuery(accessQuery(useService(), chosen));
  const shown = proposals.data?.find((proposal) => proposal.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconInbox size={32} />}
      filter={
        <StatusFilter
          statuses={STATUSES}
          status={search.status}
          texts={texts}
          onChange={(status) => change({ status, id: undefined })}
        />
      }
      isFiltered={isFiltered(chosen)}
      list={allRows(proposals)}
      columns={COLUMNS}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {shown !== undefined && (
        <AccessDetail
          key={shown.id}
          proposal={shown}
          status={<AccessStatus status={shown.status} />}
          onClose={close}
        />
      )}
    </ListPage>
  );
}

const AccessStatus = ({ status }: Pick<AccessProposal, 'status'>) => (
  <Status code={status} tone={TONES[status]} label={texts.statuses[status]} />
);

const COLUMNS: readonly Column<AccessProposal>[] = [
  nameColumn('what', texts.columns.what, ({ action }) => texts.actions[action] ?? action),
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
