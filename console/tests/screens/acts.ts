import type { Page } from 'playwright-core';

/** What a person does on any screen before its image is taken. */

export const openFirst = (page: Page): Promise<void> => page.locator('tr[data-row]').first().click();

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
}

export async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
}

/** The server fails while it reads these addresses. */
export const failReads =
  (address: string) =>
  async (page: Page): Promise<void> => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const pattern = `**${address}`;
    await page.route(pattern, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { status: 500, code: 'internal', detail: 'Something went wrong here.', traceId },
      }),
    );
    try {
      await page.reload();
      await page.getByRole('alert').first().waitFor();
    } finally {
      await page.unroute(pattern);
    }
  };
