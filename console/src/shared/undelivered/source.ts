import type { Service } from '../session/index.ts';
import type { Source } from '../waiting/index.ts';

/** As many as the inbox shows. */
const MOST = 20;

interface SourceTexts {
  readonly what: string;
  readonly all: string;
  readonly message: (type: string, url: string) => string;
}

/** Messages to webhooks that were given up. */
export const undeliveredSource = ({ webhooks }: Service, { what, all, message }: SourceTexts): Source => ({
  what,
  all,
  id: 'webhooks',
  noun: 'webhooks',
  scope: 'webhooks:edit',
  screen: '/webhooks',
  place: { to: '/webhooks' },
  read: async ({ signal }) => {
    const destinations = await webhooks.list({ signal });
    const pages = await Promise.all(
      destinations.map(async ({ id, url }) => {
        const parked = webhooks.deliveries.list(id, { state: 'PARKED' }, { signal });
        const { content, totalElements } = await parked.page({ pageSize: MOST });
        const items = content.map(({ messageId, type, createdAt }) => ({
          id: messageId,
          about: message(type, url),
          at: createdAt,
          place: {
            to: '/webhooks/$id' as const,
            params: { id },
            search: { state: 'PARKED', message: messageId },
          },
        }));
        return { count: totalElements, items };
      }),
    );
    return {
      count: pages.reduce((sum, { count }) => sum + count, 0),
      items: pages.flatMap(({ items }) => items).slice(0, MOST),
    };
  },
});
