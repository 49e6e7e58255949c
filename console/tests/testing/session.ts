import { Partner } from '@quaestor/sdk';
import type { Visitor } from './visitor.ts';

/** The partner service as the visitor's session sees it, to compare the screens with. */
export async function sessionOf({ context }: Visitor, url: string): Promise<Partner> {
  // A step that is confirmed gives the session another id.
  const cookies = await context.cookies(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { 'x-quaestor-console': 'test', origin: url, cookie };
  return new Partner({ url, auth: { headers: () => headers, renew: () => false } });
}
