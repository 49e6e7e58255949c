import type { ReportEntry } from '@quaestor/sdk';
import { useLocalStorage } from '@mantine/hooks';
import { fieldsOf, type Field } from '../field.ts';
import { COLUMNS } from '../saved-views/index.ts';
import { groupsOf, listOf, type ReportSearch, type Change } from '../search.ts';

/** The columns that are shown at first; the groups always are. All are shown of reports that have no entry. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  performance: [
    'click_count',
    'registration_count',
    'first_deposit_count',
    'trade_starting_count',
    'volume_mln_usd',
    'reward_usd',
    'conversion',
  ],
  advanced_tqi: [
    'roi',
    'fraud_rate',
    'FTD_conversion_rate',
    'FTQ_conversion_rate',
    'quals_share',
    'is_eligible_country',
  ],
  orders: [
    'order_id',
    'symbol',
    'client_account',
    'volume_lots',
    'reward_usd',
    'reward',
    'currency',
    'close_date',
  ],
  rewards: [
    'reward_date',
    'client_account',
    'kind',
    'reward_order',
    'volume_lots',
    'orders_count',
    'reward',
    'currency',
    'reward_usd',
  ],
  second_level_rewards: [
    'reward_date',
    'subpartner_account',
    'client_account',
    'country',
    'orders_count',
    'volume_lots',
    'reward',
    'currency',
    'reward_usd',
  ],
  second_level_accounts: [
    'subpartner_uid',
    'client_account',
    'client_country',
    'client_account_last_trade',
    'volume_lots',
    'reward_usd',
    'comment',
  ],
};

export interface ColumnChoice {
  readonly fields: readonly Field[];
  readonly shown: readonly Field[];
  /** Those that are always shown. */
  readonly groups: readonly string[];
  /** Nothing for the usual ones. */
  readonly choose: (names: readonly string[] | undefined) => void;
}

/** The address says which columns are shown, else what was chosen on this device, else the usual ones. */
export function useColumns(entry: ReportEntry, search: ReportSearch, onChange: Change): ColumnChoice {
  const [kept, setKept] = useLocalStorage<readonly string[]>({
    key: `quaestor-columns-${entry.name}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readColumns,
  });
  const groups = groupsOf(entry, search);
  const fields = fieldsOf(entry, groups);
  const names = namesShown(fields, [listOf(search[COLUMNS]), kept, USUAL[entry.name] ?? []]);
  const shown = fields.filter(
    ({ name }) => names === undefined || names.includes(name) || groups.includes(name),
  );
  return {
    fields,
    shown,
    groups,
    choose: (chosen) => {
      setKept(chosen ?? []);
      onChange({ [COLUMNS]: chosen });
    },
  };
}

/** The first choice of columns of which the report has any; undefined for all. Others may be of another version. */
export const namesShown = (
  fields: readonly Pick<Field, 'name'>[],
  choices: readonly (readonly string[])[],
): readonly string[] | undefined =>
  choices
    .map((names) => names.filter((name) => fields.some((field) => field.name === name)))
    .find(({ length }) => length > 0);

/** What is stored on a device may be anything. */
export function readColumns(stored: string | undefined): readonly string[] {
  try {
    const read: unknown = JSON.parse(stored ?? '');
    return Array.isArray(read) ? read.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
