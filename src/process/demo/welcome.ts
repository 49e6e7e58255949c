import type { Config } from '../../config/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { operatorContext } from '../context.ts';
import { ensureDemoCredentials } from './credentials.ts';
import { inviteDemoPeople } from './people.ts';
import { publicUrl } from '../public-url.ts';

/** Makes the credentials and people of the demo. Resolves with what a newcomer needs to know of them. */
export async function welcomeDemo(config: Config, db: Db): Promise<string[]> {
  const lines = [`  secrets   ${await ensureDemoCredentials(operatorContext(db), config.data)}`];
  for (const service of ['trading', 'partner'] as const) {
    if (!config.roles.includes(service)) continue;
    const invited = await inviteDemoPeople(operatorContext(db), service, publicUrl(config, service));
    for (const [login, link] of invited) lines.push(`  ${login.padEnd(9)} ${link}`);
  }
  return [...lines, 'Demo mode: no configuration file was found, so it listens on this machine only.'];
}
