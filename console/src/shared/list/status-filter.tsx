import { NativeSelect } from '@mantine/core';
import { statusSearch } from './search.ts';
import { useAddress } from './use-address.ts';

const ALL = 'ALL';

/** What is chosen of a list whose rows have a status: those that wait, which have the first one, unless the address names another. */
export function useStatus<Status extends string>(statuses: readonly Status[]) {
  const { search, change } = useAddress(statusSearch);
  const [waiting] = statuses;
  const chosen =
    search.status === ALL ? undefined : (statuses.find((known) => known === search.status) ?? waiting);
  return {
    /** Undefined for all. */
    chosen,
    isFiltered: chosen !== waiting,
    choose: (status: string) => change({ status, id: undefined }),
  };
}

interface StatusFilterProps<Status extends string> {
  readonly statuses: readonly Status[];
  readonly chosen: Status | undefined;
  readonly onChange: (status: string) => void;
  readonly texts: {
    readonly status: string;
    readonly all: string;
    readonly statuses: Readonly<Record<Status, string>>;
  };
}

/** Chooses the status of the rows that are shown. */
export const StatusFilter = <Status extends string>(props: StatusFilterProps<Status>) => (
  <NativeSelect
    aria-label={props.texts.status}
    w={180}
    data={[
      ...props.statuses.map((value) => ({ value, label: props.texts.statuses[value] })),
      { value: ALL, label: props.texts.all },
    ]}
    value={props.chosen ?? ALL}
    onChange={({ currentTarget: { value } }) => props.onChange(value)}
  />
);
