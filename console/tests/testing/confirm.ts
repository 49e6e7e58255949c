import type { Page } from 'playwright-core';

/** Confirms the step that the page asks about, in sentences, with the passkey of its visitor. */
export async function confirmByPasskey(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Confirm with a passkey' });
  await button.waitFor();
  const said = await page.getByRole('dialog', { name: 'Confirm with your second factor' }).textContent();
  if (said === null || /[{}[\]]/.test(said)) throw new Error(`The dialog shows a record: ${said}`);
  await button.click();
}

/** Chooses an option of a list that belongs to a field. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Waits until the editor of a filter suggests an option for all that was typed, so that Enter takes it. */
export const suggested = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    .getByRole('option', { name })
    .waitFor();
