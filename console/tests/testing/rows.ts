import type { Page } from 'playwright-core';

/** The keys of the rows that a table shows, in their order. */
export const rowsOf = (page: Page, table: string): Promise<string[]> =>
  page
    .locator(`table[aria-label="${table}"] tr[data-row]`)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));

/** The cells that a table shows: of each row, its texts by their columns. */
export const cellsOf = (page: Page, table: string): Promise<Record<string, string>[]> =>
  page
    .locator(`table[aria-label="${table}"] tr[data-row]`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll('td')].map((cell) => [
            cell.getAttribute('data-label') ?? '',
            (cell.textContent ?? '').trim(),
          ]),
        ),
      ),
    );
