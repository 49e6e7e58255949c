import { Type } from 'typebox';
import {
  endpoint,
  exactAnswer,
  FILE_NAME_HEADER,
  type Endpoint,
  type EndpointAnswer,
} from '../../../platform/http/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import { partnerOf, preferred } from '../../requests/index.ts';
import { acceptAgreement, showAgreement } from './agree.ts';
import type { Issuer } from './issuer.ts';
import { listDocuments, showDocument, shown } from './list.ts';
import { documentPdf } from './pdf.ts';
import {
  ACCEPTED_AGREEMENT,
  AGREEMENT,
  DOCUMENT,
  DOCUMENT_PARAMS,
  DOCUMENT_QUERY,
  DOCUMENTS,
  DOCUMENTS_QUERY,
  NEW_AGREEMENT,
  OWN_DOCUMENTS_QUERY,
  type Document,
} from './schema.ts';

const tag = 'Disbursements';
const JSON_TYPE = 'application/json';
const PDF = 'application/pdf';
const TYPES = { json: JSON_TYPE, pdf: PDF } as const;

const PAGE = { 200: { description: 'One page.', schema: DOCUMENTS } };
const ONE = {
  200: {
    description: 'The document.',
    schema: DOCUMENT,
    contentType: JSON_TYPE,
    alsoAs: { [PDF]: Type.String({ format: 'binary', examples: ['%PDF-1.3'] }) },
    headers: FILE_NAME_HEADER,
  },
};

/** For partners. */
export function ownDocumentEndpoints(issuer: Issuer): Endpoint[] {
  const read = {
    method: 'GET',
    tag,
    scope: 'wallets:view',
    waitsForWrites: true,
    readAs: 'partner',
  } as const;
  const path = '/api/partner/disbursements/';
  return [
    endpoint({
      ...read,
      path: `${path}agreement/`,
      operation: 'showSelfBillingAgreement',
      summary: 'What the partner has to agree to before money is disbursed, and what it has accepted',
      answers: { 200: { description: 'The text, and what was accepted last.', schema: AGREEMENT } },
      errors: ['not_found'],
      handle: async (context) => ({ status: 200, body: await showAgreement(context, issuer) }),
    }),
    endpoint({
      method: 'POST',
      tag,
      scope: 'disbursements:edit',
      repeats: 'answered again',
      path: `${path}agreement/`,
      operation: 'acceptSelfBillingAgreement',
      summary: 'Accept that the program issues documents in the name of the partner',
      description:
        'Documents from now on have these data. Accept it again when they change, or when it ends.',
      body: NEW_AGREEMENT,
      answers: { 201: { description: 'What was accepted.', schema: ACCEPTED_AGREEMENT } },
      errors: ['not_found', 'unprocessable'],
      handle: async (context, { body }) => ({
        status: 201,
        body: await acceptAgreement(context, issuer, body),
      }),
    }),
    endpoint({
      ...read,
      path: `${path}documents/`,
      operation: 'listSelfBillingDocuments',
      summary: 'The invoices and credit notes of the partner, newest first',
      query: OWN_DOCUMENTS_QUERY,
      answers: PAGE,
      handle: async (context, { query }) =>
        exactAnswer(await listDocuments(context, { ...query, partner_uid: partnerOf(context.actor) })),
    }),
    endpoint({
      ...read,
      path: `${path}documents/:number/`,
      operation: 'showSelfBillingDocument',
      summary: 'Get an invoice or credit note, as JSON or PDF',
      params: DOCUMENT_PARAMS,
      query: DOCUMENT_QUERY,
      answers: ONE,
      errors: ['not_found'],
      handle: async (context, { params, query, headers }) =>
        answerAs(
          await showDocument(context, params.number, partnerOf(context.actor)),
          query.format,
          headers.accept,
        ),
    }),
  ];
}

/** For those who run the program. */
export function managedDocumentEndpoints(): Endpoint[] {
  const read = { method: 'GET', tag, scope: 'program:view', waitsForWrites: true } as const;
  const path = '/api/manage/disbursements/documents';
  return [
    endpoint({
      ...read,
      path,
      operation: 'listAllSelfBillingDocuments',
      summary: 'List the invoices and credit notes of all partners, newest first',
      query: DOCUMENTS_QUERY,
      answers: PAGE,
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listDocuments(context, query));
      },
    }),
    endpoint({
      ...read,
      path: `${path}/:number`,
      operation: 'showAnySelfBillingDocument',
      summary: 'Get an invoice or credit note of any partner, as JSON or PDF',
      params: DOCUMENT_PARAMS,
      query: DOCUMENT_QUERY,
      answers: ONE,
      errors: ['not_found'],
      async handle(context, { params, query, headers }) {
        refusePartners(context.actor);
        return answerAs(await showDocument(context, params.number), query.format, headers.accept);
      },
    }),
  ];
}

async function answerAs(
  document: Document,
  format: keyof typeof TYPES | undefined,
  accept: string | undefined,
): Promise<EndpointAnswer> {
  const type = format ? TYPES[format] : preferred(accept, Object.values(TYPES));
  const headers = { vary: 'accept', 'cache-control': 'private, no-cache' };
  if (type !== PDF) {
    const answer = exactAnswer(shown(document));
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': PDF,
      'content-disposition': `attachment; filename="${document.number}.pdf"`,
    },
    body: await documentPdf(document),
  };
}
