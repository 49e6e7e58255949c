import { Partner, session } from '@quaestor/sdk';
import type { Visitor } from './visitor.ts';

/** The partner service as the person of a browser, with exact decimals, to compare the screens with. */
export const partnerOf = ({ context }: Pick<Visitor, 'context'>, origin: string): Partner =>
  new Partner({
    url: origin,
    auth: session(),
    async fetch(input, init) {
      const request = new Request(input, init);
      const cookies = await context.cookies(origin);
      request.headers.set('origin', origin);
      request.headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
      return fetch(request);
    },
  });
