import { Problem } from '../../kernel/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { changeProgram, LINK_OF_PARTNER } from '../program/index.ts';
import { addressOf, OWN, type LinkUrl } from './list.ts';
import type { Link, NewLink } from './schema.ts';

const MAX_LINKS = 1000;

interface Known {
  readonly links_count: number;
  readonly has_account: boolean;
  readonly has_code: boolean;
  readonly campaign_title: string | null;
}

/** What the store knows about a new link of a partner. */
const CHECK = `
  select (select count(*) from links where ${OWN}) as links_count,
    exists (from links where ${OWN} and link_code = $2) as has_code,
    exists (from partner_accounts where ${OWN} and partner_account = $3) as has_account,
    (select any_value(title) from links join campaigns using (campaign_code) where ${OWN} and campaign_code = $4)
      as campaign_title`;

/** Creates a link of the partner. The same link again changes nothing. */
export async function createLink(
  context: FactsContext,
  linkUrl: LinkUrl,
  { idempotencyKey, ...link }: NewLink & { readonly idempotencyKey: string | undefined },
): Promise<Link> {
  const { link_code, partner_account, campaign_code } = link;
  const partnerUid = partnerOf(context.actor);
  const { database } = context.facts;
  const [known] = await database.query<Known>(CHECK, [
    partnerUid,
    link_code,
    partner_account,
    campaign_code ?? '',
  ]);
  if (!known?.has_account)
    throw refuse('partner_account', 'is not an account of yours: choose one of your wallets');
  if (campaign_code !== undefined && known.campaign_title === null)
    throw refuse('campaign_code', 'is not a campaign of yours: choose one of your campaigns');
  if (!known.has_code && known.links_count >= MAX_LINKS)
    throw refuse('link_code', `would be one link too many: a partner can have ${MAX_LINKS}`);
  try {
    const change = { kind: 'links', fact: link, expects: 'new', idempotencyKey } as const;
    await changeProgram(context, change, LINK_OF_PARTNER);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    const rule = 'is taken: choose another code';
    throw new Problem('conflict', `link_code ${rule}.`, { errors: { link_code: [rule] } });
  }
  return {
    link_code,
    address: addressOf(linkUrl, link_code),
    partner_account,
    campaign_code: campaign_code ?? null,
    campaign_title: known.campaign_title,
    click_count: 0,
    last_clicked_at: null,
    clients_count: 0,
  };
}

const refuse = (field: string, rule: string): Problem =>
  new Problem('unprocessable', `${field} ${rule}.`, { errors: { [field]: [rule] } });
