import type { ComponentProps, ReactNode } from 'react';
import { ListPage, StatusFilter, useOpened, useStatus } from '../list/index.ts';
import type { Column, Rows } from '../table/index.ts';

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
  const { chosen, isFiltered, choose } = useStatus(statuses);
  const { id, close } = useOpened();
  return (
    <ListPage
      texts={texts.list}
      icon={icon}
      filter={<StatusFilter statuses={statuses} chosen={chosen} texts={texts} onChange={choose} />}
      isFiltered={isFiltered}
      list={list}
      columns={columns}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {id !== undefined && render(id, close)}
    </ListPage>
  );
}
