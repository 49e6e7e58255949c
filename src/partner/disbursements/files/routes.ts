import { Type } from 'typebox';
import { endpoint, exactAnswer, type Endpoint } from '../../../platform/http/index.ts';
import { factsContext, type Facts } from '../../facts/handle/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import type { Issuer } from '../documents/index.ts';
import type { BankProfile } from './bank.ts';
import { fetchFile, unsealFile } from './fetch.ts';
import { listFiles } from './list.ts';
import { FILE, FILE_PARAMS, FILES, FILES_QUERY, LISTED_BANKS, NEW_FILE, SEALED } from './schema.ts';
import { sealFile } from './seal.ts';
import { shown } from './to-file.ts';

const tag = 'Disbursements';
const path = '/api/manage/disbursements/files';
const scope = 'disbursements:manage';
const XML = 'application/xml';
const CSV = 'text/csv';

export function fileEndpoints(facts: Facts, banks: readonly BankProfile[], issuer: Issuer): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/disbursements/banks',
      operation: 'listDisbursementBanks',
      tag,
      summary: 'List the bank profiles of the configuration',
      scope: 'program:view',
      answers: { 200: { description: 'All of them.', schema: LISTED_BANKS } },
      async handle(context) {
        refusePartners(context.actor);
        const listed = banks.map(({ code, format, name, iban, currency }) => ({
          code,
          format,
          name,
          iban,
          currency,
        }));
        return Promise.resolve({ status: 200, body: { banks: listed } });
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path,
      operation: 'listDisbursementFiles',
      tag,
      summary: 'List the files for banks, newest first',
      scope: 'program:view',
      query: FILES_QUERY,
      answers: { 200: { description: 'One page.', schema: FILES } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listFiles(context, query));
      },
    }),
    endpoint({
      method: 'POST',
      path,
      operation: 'sealDisbursementFile',
      tag,
      summary: 'Write approved disbursements into a file for a bank',
      description:
        'The oldest ones in the currency of the bank profile, up to its number of lines. The bytes of the file never change. Where ' +
        'the program issues documents, each gets its invoice.',
      scope,
      body: NEW_FILE,
      // A day would be in the past when somebody sends it.
      bodyExample: { bank: 'main' },
      repeats: 'answered again',
      answers: { 201: { description: 'The file, and what is not in it.', schema: SEALED } },
      errors: ['step_up_required', 'unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        const { file, ...sealed } = await sealFile(factsContext(context, facts), { banks, issuer }, body);
        return exactAnswer({ file: shown(file), ...sealed }, 201);
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:number/fetch`,
      operation: 'fetchDisbursementFile',
      tag,
      summary: 'Fetch the bytes of a file',
      description:
        'From the first time on its disbursements are SENT. Every time gives the same bytes and is in the audit log.',
      scope,
      params: FILE_PARAMS,
      answers: {
        200: {
          description: 'The file.',
          schema: Type.String({ examples: ['<?xml version="1.0" encoding="UTF-8"?>'] }),
          contentType: XML,
          alsoAs: { [CSV]: Type.String({ examples: ['id,name,iban,bic,amount,currency'] }) },
        },
      },
      errors: ['not_found', 'invalid_transition'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        const { file, content } = await fetchFile(context, params.number);
        const [type, extension] = file.format === 'csv' ? [CSV, 'csv'] : [XML, 'xml'];
        return {
          status: 200,
          headers: {
            'content-type': `${type}; charset=utf-8`,
            'content-disposition': `attachment; filename="${file.message_id}.${extension}"`,
            'cache-control': 'no-store',
          },
          body: content,
        };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:number/unseal`,
      operation: 'unsealDisbursementFile',
      tag,
      summary: 'Take back a file that nobody has fetched',
      scope,
      params: FILE_PARAMS,
      repeats: 'answered again',
      answers: { 200: { description: 'The file. Its disbursements are APPROVED.', schema: FILE } },
      errors: ['not_found', 'invalid_transition'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await unsealFile(context, params.number)));
      },
    }),
  ];
}
