import { NativeSelect } from '@mantine/core';

const ALL = 'ALL';
const WAITING = 'PROPOSED';

interface StatusFilterProps<Status extends string> {
  readonly statuses: readonly Status[];
  /** What the address names; those that wait are shown without it. */
  readonly status: string | undefined;
  readonly onChange: (status: string) => void;
  readonly texts: {
    readonly status: string;
    readonly all: string;
    readonly statuses: Readonly<Record<Status, string>>;
  };
}

/** Chooses the status of the proposals that are shown. */
export function StatusFilter<Status extends string>({
  statuses,
  status,
  onChange,
  texts,
}: StatusFilterProps<Status>) {
  return (
    <NativeSelect
      aria-label={texts.status}
      w={180}
      data={[
        ...statuses.map((value) => ({ value, label: texts.statuses[value] })),
        { value: ALL, label: texts.all },
      ]}
      value={chosenStatus(statuses, status) ?? ALL}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

/** Those that wait, unless the address names another status; undefined for all of them. */
export const chosenStatus = <Status extends string>(
  statuses: readonly Status[],
  status: string | undefined,
): Status | undefined =>
  status === ALL
    ? undefined
    : (statuses.find((known) => known === status) ?? statuses.find((known) => known === WAITING));

/** Whether others than those that wait are shown. */
export const isFiltered = (chosen: string | undefined): boolean => chosen !== WAITING;
