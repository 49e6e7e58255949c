import { Type } from 'typebox';
import { arrayPage, endpoint, nextPageHeader, type Endpoint } from '../../platform/http/index.ts';
import type { Json } from '../../kernel/index.ts';
import { NO_KEYS, type PersonalData } from '../../platform/personal-data/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { changeRecipient } from './change-recipient.ts';
import { checkDestination } from './check.ts';
import { confirmDestination } from './confirm.ts';
import { listDestinations, PAGE_SIZE } from './list.ts';
import { removeDestination } from './remove.ts';
import { saveDestination } from './save.ts';
import {
  CheckedDestination,
  DestinationCheck,
  DestinationId,
  DestinationQuery,
  NewDestination,
  RecipientChange,
  SavedDestination,
} from './schema.ts';

const tag = 'Saved destinations';
const path = '/trade/v1/destinations';

export function destinationEndpoints(directory: VenueDirectory, personal = NO_KEYS): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/destinations',
      operation: 'listDestinations',
      tag,
      summary: 'List saved destinations by alias',
      description: 'At most 1,000 at a time.',
      scope: 'venue-transfer:view',
      query: DestinationQuery,
      answers: {
        200: {
          description: 'The destinations.',
          schema: Type.Array(SavedDestination),
          headers: nextPageHeader(`${path}?afterAlias=cold-wallet`),
        },
      },
      async handle(context, { query }) {
        const destinations = await listDestinations(context, query);
        return arrayPage(
          destinations,
          PAGE_SIZE,
          ({ alias }) => `${path}?afterAlias=${encodeURIComponent(alias)}`,
        );
      },
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/destinations',
      operation: 'saveDestination',
      location: '/trade/v1/destinations/{id}',
      tag,
      summary: 'Save a blockchain address or a bank account under a name',
      description:
        'Withdrawals may name it at once. Policies treat it as a NEW destination until another person confirms it.',
      scope: 'admin',
      repeats: 'answered again',
      body: NewDestination,
      comparedAs: (body) => withHash(personal, body),
      answers: { 201: { description: 'The destination.', schema: SavedDestination } },
      errors: ['conflict', 'unprocessable'],
      handle: async (context, { body }) => ({
        status: 201,
        body: await saveDestination(context, { directory, personal }, body),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/destinations/check',
      operation: 'checkDestination',
      tag,
      summary: 'Check a blockchain address, its tag and who receives it',
      description:
        'By the format and checksum of the network and, with `venue`, by what that venue asks about the recipient. Nothing is stored.',
      scope: 'venue-transfer:view',
      body: CheckedDestination,
      answers: { 200: { description: 'What is wrong with it.', schema: DestinationCheck } },
      handle: async (context, { body }) => ({
        status: 200,
        body: await checkDestination(context, directory, body),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/destinations/:id/confirm',
      operation: 'confirmDestination',
      tag,
      summary: 'Confirm a saved destination',
      description: 'From then on policies treat it as KNOWN. The person who saved it cannot confirm it.',
      scope: 'admin',
      repeats: 'answered again',
      params: DestinationId,
      answers: { 200: { description: 'The destination, now confirmed.', schema: SavedDestination } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params }) => ({
        status: 200,
        body: await confirmDestination(context, params),
      }),
    }),
    endpoint({
      method: 'PUT',
      path: '/trade/v1/destinations/:id/recipient',
      operation: 'changeRecipient',
      tag,
      summary: 'Say who receives what is sent to a saved destination',
      description:
        'It is kept encrypted and sent with withdrawals to venues that ask. Policies treat the destination as NEW until a ' +
        'person confirms it who has neither saved it nor changed this.',
      scope: 'admin',
      repeats: 'answered again',
      params: DestinationId,
      body: RecipientChange,
      comparedAs: (body) => withHash(personal, body),
      answers: { 200: { description: 'The destination, now unconfirmed.', schema: SavedDestination } },
      errors: ['not_found', 'unprocessable'],
      handle: async (context, { params, body }) => ({
        status: 200,
        body: await changeRecipient(context, personal, { ...params, ...body }),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/trade/v1/destinations/:id',
      operation: 'removeDestination',
      tag,
      summary: 'Delete a saved destination',
      scope: 'admin',
      params: DestinationId,
      answers: { 204: { description: 'It is deleted.', schema: null } },
      errors: ['not_found'],
      handle: async (context, { params }) => {
        await removeDestination(context, params);
        return { status: 204 };
      },
    }),
  ];
}

/** Repeats are distinguished by a hash: without the key of personal data nobody can try out names on it. */
const withHash = <T extends { readonly travelRule?: unknown }>(personal: PersonalData, body: T) =>
  body.travelRule ? { ...body, travelRule: personal.hash('', body.travelRule as Json) } : body;
