import type { Page } from 'playwright-core';

export const openFirst = (page: Page): Promise<void> => page.locator('tr[data-row]').first().click();
