import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FactRow } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import { readTables } from './testing/model/cells.ts';
import { View } from './testing/model/view.ts';
import { ask, everyName, questions, SEED, world } from './testing/questions.ts';
import { openWorld, type World } from './testing/world.ts';

const facts = await openWorld(world);
const owners = new View(await readTables(facts), '');

/** Whose a fact is; undefined for what belongs to nobody. */
function ownerOf(kind: string, row: FactRow): unknown {
  const { partner_uid, link_code, client_account, client_uid, partner_account } = row;
  switch (kind) {
    case 'partner-accounts':
    case 'tier-changes':
    case 'credited_rewards':
    case 'progress_rewards':
    case 'progress_reward_details':
      return partner_uid;
    case 'links':
    case 'renamed_accounts':
      return owners.find('partner_accounts', 'partner_account', partner_account)?.['partner_uid'];
    case 'impressions':
    case 'clicks':
    case 'spend':
    case 'installs':
    case 'clients':
      return owners.ownerOfLink(link_code);
    case 'client-accounts':
    case 'kyc':
      return owners.ownerOfLink(owners.find('clients', 'client_uid', client_uid)?.['link_code']);
    case 'deposits':
    case 'shares':
    case 'orders':
      return owners.ownerOfLink(owners.clientOf(client_account)?.['link_code']);
    default:
      return undefined;
  }
}

/** By what kinds are known of which an agent sees those that belong to shared accounts. */
const SHARED_BY: Readonly<Record<string, string>> = {
  'partner-accounts': 'partner_account',
  links: 'link_code',
  clients: 'client_uid',
  'client-accounts': 'client_account',
  orders: 'client_account',
  shares: 'agent_uid',
};

/** The agents themselves, the accounts that are shared with them, and whom and what those came through. */
function sharedWith(agents: readonly string[]): Set<unknown> {
  const accounts = (world['shares'] ?? []).filter(({ agent_uid }) => agents.includes(String(agent_uid)));
  return new Set<unknown>(
    accounts.flatMap(({ agent_uid, client_account }) => {
      const { client_uid, link_code } = owners.clientOf(client_account) ?? {};
      const link = owners.find('links', 'link_code', link_code);
      return [agent_uid, client_account, client_uid, link_code, link?.['partner_account']];
    }),
  );
}

/** The world as if only these partners had ever done anything, and others only shared with them. */
function worldOf(kept: readonly string[]): World {
  const shared = sharedWith(kept);
  const own = (kind: string): FactRow[] =>
    (world[kind] ?? []).filter((row) => {
      const owner = ownerOf(kind, row);
      return owner === undefined || kept.includes(owner as string) || shared.has(row[SHARED_BY[kind] ?? '']);
    });
  const clicks = new Set(own('clicks').map(({ click_id }) => click_id));
  const subjects = new Set(
    [...own('clients'), ...own('installs')].map((row) => row['client_uid'] ?? row['install_id']),
  );
  // A click of another's link, and a label of another's client, are not known here.
  const clients = own('clients').map((row) =>
    clicks.has(row['click_id']) ? row : { ...row, click_id: null },
  );
  const labels = own('fraud-labels').filter(({ subject_id }) => subjects.has(subject_id));
  const kinds: Record<string, readonly FactRow[]> = {};
  for (const kind of Object.keys(world)) kinds[kind] = own(kind);
  return { ...kinds, clients, 'fraud-labels': labels };
}

const alone = new Map([
  ['P0', await openWorld(worldOf(['P0', 'P1', 'P2']))],
  ['P2', await openWorld(worldOf(['P2']))],
  ['P4', await openWorld(worldOf(['P4']))],
]);

test.each(REPORTS)(
  '$name answers a partner as if others had no facts, whatever is asked',
  { timeout: 600_000 },
  async (report) => {
    // Every filter is asked with other partners' values beside the partner's own.
    const filtered = everyName(report).slice(0, Object.keys(report.filters).length);
    const me = report.reach === 'shared' ? 'P4' : 'P0';
    await fc.assert(
      fc.asyncProperty(questions(report), fc.constantFrom(...alone.keys()), async (asked, partner) => {
        const question = asked.subject === undefined ? { ...asked, me: partner } : asked;
        const store = alone.get(question.me);
        fc.pre(store !== undefined);
        expect(await ask(facts, report, question)).toBe(await ask(store, report, question));
      }),
      { seed: SEED, numRuns: 4 + filtered.length, examples: filtered.map((asked) => [asked, me]) },
    );
  },
);
