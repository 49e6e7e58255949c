import { Type } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import { AUTH_TAG } from '../tag.ts';
import { endingsOf } from './end.ts';
import { listAccessProposals } from './list.ts';
import { AccessPage, AccessProposal, AccessQuery } from './schema.ts';
import type { Admin, TwoAdmins } from './takes-two.ts';

const ById = Type.Object({
  id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
});

type Steps = readonly Pick<TwoAdmins<never, unknown>, 'action' | 'proposed'>[];

/** The endpoints with which admins see and decide what other admins have proposed. */
export function accessEndpoints(admin: Admin, steps: Steps): Endpoint[] {
  const endings = endingsOf(new Map(steps.map(({ action, proposed }) => [action, proposed])));
  const ending = (verb: keyof typeof endings, { operation, summary, description }: Ending): Endpoint =>
    endpoint({
      method: 'POST',
      path: `/auth/proposals/:id/${verb}`,
      operation,
      tag: AUTH_TAG,
      summary,
      description,
      scope: 'admin',
      repeats: 'answered again',
      params: ById,
      answers: { 200: { description: 'The proposal.', schema: AccessProposal } },
      errors: ['step_up_required', 'not_found', 'conflict', 'invalid_transition', 'unprocessable'],
      async handle(context: Context<Db>, { params }) {
        return { status: 200, body: await endings[verb](context, { ...params, admin }) };
      },
    });
  return [
    endpoint({
      method: 'GET',
      path: '/auth/proposals',
      operation: 'listAccessProposals',
      tag: AUTH_TAG,
      summary: 'List what waits for a second admin, newest first',
      description:
        'Invitations, resets, grants, new clients and new secrets that let somebody move money, vote, decide who may or ' +
        'read personal data. What was made at the command line of the server is announced here.',
      scope: 'admin',
      query: AccessQuery,
      answers: { 200: { description: 'One page.', schema: AccessPage } },
      handle: async (context, { query }) => ({
        status: 200,
        body: await listAccessProposals(context, admin.service, query),
      }),
    }),
    ending('confirm', {
      operation: 'confirmAccess',
      summary: "Confirm another admin's proposal",
      description: 'The change is made. The admin who proposed it cannot confirm it.',
    }),
    ending('withdraw', {
      operation: 'withdrawAccess',
      summary: 'Withdraw an own proposal',
      description: 'Its link or secret never works.',
    }),
    ending('refuse', {
      operation: 'refuseAccess',
      summary: "Refuse another admin's proposal",
      description: 'Its link or secret never works.',
    }),
  ];
}

interface Ending {
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
}
