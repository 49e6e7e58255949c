import { useLocalStorage } from '@mantine/hooks';

/** How a person wants to see a table. */
export interface TableSettings {
  /** The ids of columns that are not shown. */
  readonly hidden: readonly string[];
  readonly isDense: boolean;
}

const DEFAULTS: TableSettings = { hidden: [], isDense: false };

/** The settings of this browser for the table with this name. */
export const useSettings = (name: string) =>
  useLocalStorage<TableSettings>({
    key: `quaestor-table:${name}`,
    defaultValue: DEFAULTS,
    getInitialValueInEffect: false,
    deserialize: (stored) => readSettings(stored),
  });

/** What is stored may be from another version. */
export function readSettings(stored: string | undefined): TableSettings {
  try {
    const { hidden, isDense } = JSON.parse(stored ?? '') as Partial<Record<keyof TableSettings, unknown>>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
      isDense: isDense === true,
    };
  } catch {
    return DEFAULTS;
  }
}
