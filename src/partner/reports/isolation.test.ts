import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FactRow } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import { readTables } from './testing/model/cells.ts';
import { View } from './testing/model/view.ts';
import { ask, questions, SEED, world } from './testing/questions.ts';
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

/** The world as if only these partners had ever done anything. */
function worldOf(kept: readonly string[]): World {
  const clicks = new Set<unknown>();
  const known = new Set<unknown>();
  return Object.fromEntries(
    Object.entries(world).map(([kind, rows]) => {
      const own = rows.filter((row) => {
        const owner = ownerOf(kind, row);
        return owner === undefined || kept.includes(owner as string);
      });
      for (const { click_id } of kind === 'clicks' ? own : []) clicks.add(click_id);
      for (const { client_uid, install_id } of own) known.add(client_uid ?? install_id);
      if (kind === 'fraud-labels')
        return [kind, own.filter(({ subject_id }) => known.has(subject_id))] as const;
      if (kind !== 'clients') return [kind, own] as const;
      // A click of another's link is not known here.
      return [
        kind,
        own.map((row) => ({ ...row, click_id: clicks.has(row['click_id']) ? row['click_id'] : null })),
      ] as const;
    }),
  );
}

const alone = new Map([
  ['P0', await openWorld(worldOf(['P0', 'P1', 'P2']))],
  ['P2', await openWorld(worldOf(['P2']))],
]);

test.each(REPORTS)(
  '$name answers a partner as if others had no facts, whatever is asked',
  { timeout: 60_000 },
  async (report) => {
    await fc.assert(
      fc.asyncProperty(questions(report), fc.constantFrom(...alone), async (asked, [me, own]) => {
        const question = asked.subject === undefined ? { ...asked, me } : asked;
        const store = alone.get(question.me) ?? own;
        fc.pre(alone.has(question.me));
        expect(await ask(facts, report, question)).toBe(await ask(store, report, question));
      }),
      { seed: SEED, numRuns: 8 },
    );
  },
);
