import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { KEY_HEADER, OPERATION_TIMEOUT_MS } from '../facts/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { createLink } from './create.ts';
import { listCampaigns, listLinks, type LinkUrl } from './list.ts';
import { CAMPAIGNS, LINK, LINKS, LINKS_QUERY, NEW_LINK } from './schema.ts';

const tag = 'Links';
const path = '/api/partner/links/';

export function linkEndpoints(facts: Facts, linkUrl: LinkUrl): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path,
      operation: 'listLinks',
      tag,
      summary: 'Your links with their campaigns, clicks and clients',
      scope: 'reports:view',
      query: LINKS_QUERY,
      answers: { 200: { description: 'A page of them, by code.', schema: LINKS } },
      handle: async (context, { query }) => ({
        status: 200,
        body: await listLinks(factsContext(context, facts), linkUrl, query),
      }),
    }),
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path,
      operation: 'createLink',
      tag,
      summary: 'Create a link',
      description:
        'It earns into one of your accounts. The same link again changes nothing; a code that another link has is refused.',
      scope: 'links:edit',
      body: NEW_LINK,
      headers: KEY_HEADER,
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: { 201: { description: 'The link.', schema: LINK } },
      errors: ['conflict', 'unprocessable', 'reference_reused'],
      handle: async (context, { body, headers }) => ({
        status: 201,
        body: await createLink(factsContext(context, facts), linkUrl, {
          ...body,
          idempotencyKey: headers['idempotency-key'],
        }),
      }),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/partner/campaigns/',
      operation: 'listCampaigns',
      tag,
      summary: 'Your campaigns: those that your links are part of',
      scope: 'reports:view',
      answers: { 200: { description: 'The campaigns, by title.', schema: CAMPAIGNS } },
      handle: async (context) => ({ status: 200, body: await listCampaigns(factsContext(context, facts)) }),
    }),
  ];
}
