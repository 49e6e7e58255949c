import { Type, type TObject } from 'typebox';
import { Problem } from '../../kernel/index.ts';
import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { KEY_HEADER, OPERATION_TIMEOUT_MS, refusePartners } from '../facts/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { changePartner, changeProgram, type Change } from './change.ts';
import {
  hasAccount,
  LINKS,
  LINKS_QUERY,
  listLinks,
  listPartners,
  PARTNER,
  PARTNER_PARAMS,
  PARTNERS,
  PARTNERS_QUERY,
  readPartner,
  showPartner,
} from './partners/index.ts';
import { proposalEndpoints } from './proposal-routes.ts';
import { entryEndpoints } from './entry-routes.ts';
import { suspensionEndpoints } from './suspension-routes.ts';
import { termsEndpoints } from './terms-routes.ts';
import { bodyOf } from './schema.ts';

const tag = 'Program';
const CHANGED = Type.Object({}, { title: 'ProgramChange', additionalProperties: false });
const CREATED = { 201: { description: 'It is stored.', schema: CHANGED } };

interface Creation<P extends TObject | undefined> {
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly location?: string;
  readonly description?: string;
  readonly kind: string;
  readonly fields: readonly string[];
  readonly params?: P;
}

/** For those who run the program. */
export function programEndpoints(facts: Facts): Endpoint[] {
  const change = async (
    context: Parameters<Endpoint['handle']>[0],
    headers: { readonly 'idempotency-key'?: string | undefined },
    { kind, fact, expects }: Omit<Change, 'idempotencyKey'>,
  ): Promise<void> =>
    changeProgram(factsContext(context, facts), {
      kind,
      fact,
      expects,
      idempotencyKey: headers['idempotency-key'],
    });

  /** Creates a fact; of a partner when the path names one. */
  const creation = <P extends TObject | undefined = undefined>({ kind, fields, ...declared }: Creation<P>) =>
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      tag,
      scope: 'program:edit',
      body: bodyOf(
        kind,
        fields,
        `New ${kind}`.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
      ),
      headers: KEY_HEADER,
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: CREATED,
      errors: ['not_found', 'conflict', 'unprocessable', 'reference_reused'],
      ...declared,
      async handle(context, { params, body, headers }) {
        refusePartners(context.actor);
        const own = (params ?? {}) as { partner_uid?: string };
        const given = body as Record<string, string | boolean>;
        if (own.partner_uid !== undefined) await readPartner(factsContext(context, facts), own.partner_uid);
        if (kind === 'links')
          await requireAccount(context, own.partner_uid ?? '', String(given['partner_account']));
        const fact = { ...given, ...(kind !== 'links' && own) };
        await change(context, headers, { kind, fact, expects: 'new' });
        return { status: 201, body: {} };
      },
    });

  const requireAccount = async (
    context: Parameters<Endpoint['handle']>[0],
    partnerUid: string,
    account: string,
  ): Promise<void> => {
    if (await hasAccount(factsContext(context, facts), partnerUid, account)) return;
    const rule = `is not an account of ${partnerUid}`;
    throw new Problem('unprocessable', `partner_account ${rule}.`, { errors: { partner_account: [rule] } });
  };

  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/partners',
      operation: 'listPartners',
      tag,
      summary: 'List partners with what they have and what they were credited',
      description: 'With `parent_uid`, one level of the tree of partners.',
      scope: 'program:view',
      query: PARTNERS_QUERY,
      answers: { 200: { description: 'One page.', schema: PARTNERS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listPartners(factsContext(context, facts), query));
      },
    }),
    creation({
      path: '/api/manage/partners',
      operation: 'createPartner',
      location: '/api/manage/partners/{partner_uid}',
      summary: 'Create a partner',
      kind: 'partners',
      fields: ['partner_uid', 'parent_uid', 'country', 'ab_test'],
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/partners/:partner_uid',
      operation: 'showPartner',
      tag,
      summary: 'Get a partner with its parents and accounts',
      scope: 'program:view',
      params: PARTNER_PARAMS,
      answers: { 200: { description: 'The partner.', schema: PARTNER } },
      errors: ['not_found'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(await showPartner(factsContext(context, facts), params.partner_uid));
      },
    }),
    endpoint({
      method: 'PATCH',
      answeredBy: 'writer',
      path: '/api/manage/partners/:partner_uid',
      operation: 'changePartner',
      tag,
      summary: 'Change the country of a partner, or its part in a test',
      description: 'Another parent changes what is paid: propose it.',
      scope: 'program:edit',
      params: PARTNER_PARAMS,
      body: bodyOf('partners', ['country', 'ab_test'], 'PartnerChange'),
      headers: KEY_HEADER,
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: { 200: { description: 'The partner.', schema: PARTNER } },
      errors: ['not_found', 'unprocessable', 'reference_reused'],
      async handle(context, { params, body, headers }) {
        refusePartners(context.actor);
        const own = factsContext(context, facts);
        await changePartner(own, params.partner_uid, {
          given: body,
          idempotencyKey: headers['idempotency-key'],
        });
        return exactAnswer(await showPartner(own, params.partner_uid));
      },
    }),
    creation({
      path: '/api/manage/partners/:partner_uid/accounts',
      operation: 'createPartnerAccount',
      summary: 'Open an account into which a partner earns',
      kind: 'partner-accounts',
      fields: ['partner_account', 'currency', 'account_name', 'opened_on'],
      params: PARTNER_PARAMS,
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/partners/:partner_uid/links',
      operation: 'listPartnerLinks',
      tag,
      summary: 'List the links of a partner with their campaigns',
      scope: 'program:view',
      params: PARTNER_PARAMS,
      query: LINKS_QUERY,
      answers: { 200: { description: 'One page.', schema: LINKS } },
      errors: ['not_found'],
      async handle(context, { params, query }) {
        refusePartners(context.actor);
        return {
          status: 200,
          body: await listLinks(factsContext(context, facts), params.partner_uid, query),
        };
      },
    }),
    creation({
      path: '/api/manage/partners/:partner_uid/links',
      operation: 'createPartnerLink',
      summary: 'Create a link of a partner',
      kind: 'links',
      fields: ['link_code', 'partner_account', 'campaign_code'],
      params: PARTNER_PARAMS,
    }),
    creation({
      path: '/api/manage/campaigns',
      operation: 'createCampaign',
      summary: 'Create a campaign',
      kind: 'campaigns',
      fields: ['campaign_code', 'title', 'qualifying_deposit_usd', 'eligible_countries'],
    }),
    ...proposalEndpoints(facts),
    ...termsEndpoints(facts),
    ...suspensionEndpoints(facts),
    ...entryEndpoints(facts),
  ];
}
