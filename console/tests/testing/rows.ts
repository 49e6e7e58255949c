import type { Page } from 'playwright-core';

/** The keys of the rows that a table shows, in their order. */
export const rowsOf = (page: Page, table: string): Promise<string[]> =>
  page
    .locator(`table[aria-label="${table}"] tr[data-row]`)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));
