import type { ComponentProps, ReactNode } from 'react';
import { ListPage, useAddress, useOpened } from '../list/index.ts';
import type { Column, Rows } from '../table/index.ts';
import { proposalsSearch } from './search.ts';
import { chosenStatus, isFiltered, StatusFilter } from './status-filter.tsx';

interface ProposalsPageProps<T extends { readonly id: string }, Status extends string> {
  readonly texts: ComponentProps<typeof StatusFilter<Status>>['texts'] & {
    readonly list: ComponentProps<typeof ListPage>['texts'];
  };
  readonly icon: ReactNode;
  readonly statuses: readonly Status[];
  readonly list: Rows<T>;
  readonly columns: readonly Column<T>[];
  /** Shows the one that is open. */
  readonly render: (id: string, close: () => void) => ReactNode;
}

/** Proposals of one status. Those that wait are shown unless another is chosen. */
export function ProposalsPage<T extends { readonly id: string }, Status extends string>({
  texts,
  icon,
  statuses,
  list,
  columns,
  render,
}: ProposalsPageProps<T, Status>) {
  const { search, change } = useAddress(proposalsSearch);
  const { id, close } = useOpened();
  return (
    <ListPage
      texts={texts.list}
      icon={icon}
      filter={
        <StatusFilter
          statuses={statuses}
          status={search.status}
          texts={texts}
          onChange={(status) => change({ status, id: undefined })}
        />
      }
      isFiltered={isFiltered(chosenStatus(statuses, search.status))}
      list={list}
      columns={columns}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {id !== undefined && render(id, close)}
    </ListPage>
  );
}

/** The status of the proposals to read; undefined for all. */
export const useChosenStatus = <Status extends string>(statuses: readonly Status[]): Status | undefined =>
  chosenStatus(statuses, useAddress(proposalsSearch).search.status);
