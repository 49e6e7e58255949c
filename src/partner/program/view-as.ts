import { Type } from 'typebox';
import { invalid, Problem, type Actor, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { JsonObject } from '../../platform/audit/index.ts';
import type { Endpoint } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { NotAPartner } from '../requests/index.ts';
import { readPartner } from './partners/index.ts';

const PARTNER_UID = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'For managers (`program:view`): the partner to read as. Each such read is in the audit log. A credential of a ' +
      'partner reads only its own rows and need not send it.',
    examples: ['P1001'],
  }),
);

/** The same read, which a manager can make as any partner. What it reads is still limited to that partner. */
export const asPartner = (facts: Facts, endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  query: Type.Object(
    { ...endpoint.query?.properties, partner_uid: PARTNER_UID },
    { additionalProperties: false },
  ),
  errors: [...new Set([...(endpoint.errors ?? []), 'not_found' as const])],
  async handle(context, request) {
    const { partner_uid: partnerUid, ...query } = request.query as Readonly<Record<string, unknown>> & {
      readonly partner_uid?: string;
    };
    const own = { ...request, query };
    if (partnerUid === undefined) return askWhom(context, () => endpoint.handle(context, own));
    if (partnerUid === context.actor.partnerUid) return endpoint.handle(context, own);
    refuseOthers(context.actor);
    await readPartner(factsContext(context, facts), partnerUid);
    const { operation } = endpoint;
    await run(context, viewAs, {
      partnerUid,
      read: { operation, params: request.params, query } as JsonObject,
    });
    return endpoint.handle(seenAs(context, partnerUid), own);
  },
});

/** Tells a manager who has named no partner to do so, where that is needed. */
async function askWhom<T>({ actor }: Context<Db>, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof NotAPartner) || !actor.scopes.has('program:view')) throw error;
    throw invalid({ partner_uid: ['is required: name the partner to read as, such as ?partner_uid=P1001'] });
  }
}

function refuseOthers({ partnerUid, scopes }: Actor): void {
  if (partnerUid !== undefined)
    throw new Problem(
      'forbidden',
      'A credential of a partner reads only its own rows: leave partner_uid out.',
    );
  if (!scopes.has('program:view'))
    throw new Problem('forbidden', 'Reading as a partner needs the scope program:view.');
}

/** The request of the same caller, limited to a partner. */
const seenAs = (context: Context<Db>, partnerUid: string): Context<Db> => ({
  actor: { ...context.actor, partnerUid },
  clock: context.clock,
  db: context.db,
  service: context.service,
  traceId: context.traceId,
  callerTraceId: context.callerTraceId,
  // A getter, because the signal is made when it is first read.
  get signal() {
    return context.signal;
  },
});

interface View {
  readonly partnerUid: string;
  /** The operation with its parameters. */
  readonly read: JsonObject;
}

const viewAs = command({
  name: 'partner.view',
  scope: 'program:view',
  decide: (_state, { partnerUid, read }: View) => ({
    change: partnerUid,
    audit: { subject: partnerUid, details: read },
  }),
  write: async (_tx, partnerUid) => partnerUid,
});
