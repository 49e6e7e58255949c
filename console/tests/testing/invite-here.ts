import type { Desk } from './desk.ts';

/** The link of a person whom the operator of the server invites, which takes no second admin. */
export async function inviteHere(desk: Desk, login: string, roles: string): Promise<string> {
  const said = await desk.run('people', 'invite', login, '--roles', roles);
  const [, token] = /invitation#(\S+)/.exec(said) ?? [];
  if (token === undefined) throw new Error(`Nobody was invited: ${said}`);
  return `${desk.url}/console/invitation#${token}`;
}
