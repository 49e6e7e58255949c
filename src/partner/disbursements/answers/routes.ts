import type { Readable } from 'node:stream';
import { Problem } from '../../../kernel/index.ts';
import { endpoint, exactAnswer, type Endpoint } from '../../../platform/http/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import type { BankProfile } from '../files/index.ts';
import { DISBURSEMENT } from '../schema.ts';
import { shown } from '../to-disbursement.ts';
import { importAnswer } from './import.ts';
import { assignLine, dismissLine } from './resolve.ts';
import {
  ANSWER,
  ASSIGNMENT,
  BANK_PARAMS,
  DISMISSAL,
  LINE_PARAMS,
  UNMATCHED,
  UNMATCHED_QUERY,
} from './schema.ts';
import { countUnmatched, selectUnmatched } from './store.ts';

const tag = 'Disbursements';
/** By the bank in the path. */
const EXAMPLE = {
  main:
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B1</MsgId></GrpHdr>' +
    '<OrgnlGrpInfAndSts><OrgnlMsgId>F000000007-20240601120000</OrgnlMsgId><GrpSts>ACTC</GrpSts></OrgnlGrpInfAndSts>' +
    '</CstmrPmtStsRpt></Document>',
};
const MAX_BYTES = 16 * 2 ** 20;

const unmatchedPath = '/api/manage/disbursements/answers/unmatched';

export function answerEndpoints(banks: readonly BankProfile[]): Endpoint[] {
  const resolve = { method: 'POST', tag, scope: 'disbursements:manage', repeats: 'answered again' } as const;
  return [
    endpoint({
      method: 'POST',
      path: '/api/manage/disbursements/banks/:bank/answers',
      operation: 'importDisbursementAnswer',
      tag,
      summary: 'Import what a bank sent back',
      description:
        'A pain.002, camt.053 or camt.054 of at most 16 MiB. Payments are found by our account, our id and the exact amount; ' +
        'the rest is listed for a person. The same file again gives the first answer.',
      scope: 'disbursements:manage',
      params: BANK_PARAMS,
      bodyKind: 'stream',
      bodyTypes: ['application/xml', 'text/xml'],
      streamExamples: { 'application/xml': EXAMPLE, 'text/xml': EXAMPLE },
      bodyLimitBytes: MAX_BYTES,
      answers: { 200: { description: 'What became of its records.', schema: ANSWER } },
      errors: ['step_up_required', 'unprocessable'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        const content = await readBody(body as Readable);
        return { status: 200, body: await importAnswer(context, banks, params.bank, content) };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: unmatchedPath,
      operation: 'listUnmatchedDisbursementLines',
      tag,
      summary: 'List what banks sent back and a person has to look at, newest first',
      scope: 'program:view',
      query: UNMATCHED_QUERY,
      answers: { 200: { description: 'One page.', schema: UNMATCHED } },
      async handle(context, { query: { limit = 100, offset = 0 } }) {
        refusePartners(context.actor);
        const { tenant } = context.actor;
        const { count } = await countUnmatched(context.db, tenant).executeTakeFirstOrThrow();
        const lines = await selectUnmatched(context.db, tenant, limit, offset).execute();
        return { status: 200, body: { lines, count } };
      },
    }),
    endpoint({
      ...resolve,
      path: `${unmatchedPath}/:id/assign`,
      operation: 'assignUnmatchedDisbursementLine',
      summary: 'Say which disbursement a booking of the bank is about',
      description:
        'A debit makes it PAID, a return RETURNED. Who approved it cannot. Another amount, currency or account is refused: say by ' +
        'hand what became of the disbursement, and dismiss the line.',
      params: LINE_PARAMS,
      body: ASSIGNMENT,
      answers: { 200: { description: 'The disbursement.', schema: DISBURSEMENT } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await assignLine(context, { ...params, ...body })));
      },
    }),
    endpoint({
      ...resolve,
      path: `${unmatchedPath}/:id/dismiss`,
      operation: 'dismissUnmatchedDisbursementLine',
      summary: 'Say that nothing has to be done about a line of the bank',
      params: LINE_PARAMS,
      body: DISMISSAL,
      answers: { 204: { description: 'It is no longer listed.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        await dismissLine(context, { ...params, ...body });
        return { status: 204 };
      },
    }),
  ];
}

/** A body that is too large is read to its end, so that the caller gets the answer, and not kept. */
async function readBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > MAX_BYTES) throw new Problem('payload_too_large', `A file has at most ${MAX_BYTES} bytes.`);
  return Buffer.concat(chunks);
}
