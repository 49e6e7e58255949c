import type { Page } from 'playwright-core';

/** Calls the API with the session of the person at the page, for what no program may do. */
export const callAs = (page: Page, method: 'POST' | 'PUT', path: string, body: object): Promise<void> =>
  page.evaluate(
    async ([verb, where, content]) => {
      const headers = { 'content-type': 'application/json', 'x-quaestor-console': 'screens' };
      const options: RequestInit = { method: verb, headers, body: content };
      const answer = await fetch(where, options);
      if (!answer.ok) throw new Error(await answer.text());
    },
    [method, path, JSON.stringify(body)] as const,
  );
