import { Problem, type Context } from '../../../kernel/index.ts';
import { batchCommand, run } from '../../../platform/commands/index.ts';
import { event, type Event } from '../../../platform/events/index.ts';
import type { JobRequest } from '../../../platform/jobs/index.ts';
import { NO_KEYS, type PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { insertRecipients, newRecipient } from '../../../platform/recipients/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { approversOf, evaluate, type Verdict } from '../../policies/index.ts';
import { askScreening, digestOf, type StoredScreening } from '../../screening/index.ts';
import { formOf } from '../../venues/index.ts';
import { withdrawalCreated, withdrawalScreeningRequired, withdrawalVoteRequired } from '../events.ts';
import { requestExpire, requestSubmit } from '../jobs.ts';
import { expiryOf } from '../move.ts';
import { voteOccasions } from '../notices.ts';
import type { Rates } from '../policy/index.ts';
import type { Withdrawal } from '../schema.ts';
import { insertWithdrawals, selectWithdrawal, type WithdrawalRow } from '../store.ts';
import { toWithdrawal } from '../withdrawal.ts';
import { givenAt, receivingAt, requesterOf, savedAs, toApplicant } from './applicant.ts';
import { checkAtVenue, checkRecipient, checkShape } from './check.ts';
import type { Body, CreateInput, GivenInput } from './input.ts';
import { prepare, type Known } from './known.ts';
import { markOf, toRow } from './to-row.ts';

interface Created {
  readonly withdrawal: Withdrawal;
  /** The reference was used before with the same content. */
  readonly replayed: boolean;
}

export async function createWithdrawal(
  context: Context<Db>,
  creation: ReturnType<typeof creationAt>,
  { body: { travelRule, ...body }, ...rest }: GivenInput,
): Promise<Created> {
  checkShape({ ...body, ...(travelRule && { travelRule }) });
  const given = travelRule ? newRecipient(context, creation.personal, 'trading', travelRule) : undefined;
  const { result, replayed } = await run(context, creation.command, {
    body: withoutNulls(body),
    ...rest,
    ...(given && { given }),
  });
  return { withdrawal: result, replayed };
}

/** The command, with what seals the recipients of its requests. */
export const creationAt = (directory: VenueDirectory, rates: Rates, personal = NO_KEYS) => ({
  command: creationCommand(directory, rates, personal),
  personal,
});

function creationCommand(directory: VenueDirectory, rates: Rates, personal: PersonalData) {
  return batchCommand({
    name: 'withdrawal.create',
    scope: 'venue-transfer:edit',
    idempotency: {
      // A dry run does not use up the reference of the real call.
      key: ({ body, dryRun }: CreateInput) => (dryRun ? undefined : body.reference),
      content: ({ body, given, ...rest }: CreateInput) => ({
        body: { ...body, ...(given && { travelRule: given.row.hash }) },
        ...rest,
      }),
      async find(db, id, { actor }) {
        const row = await selectWithdrawal(db, actor.tenant, id).executeTakeFirst();
        return row && toWithdrawal(row);
      },
    },
    decide(known: Known, input, circumstances) {
      const { body, dryRun, toVenue = null, managed } = input;
      const listed = known.venue(body.venue);
      const savedPlace = savedAs(known.saved, body);
      const { destination, fee } = checkAtVenue(listed, body, savedPlace);
      const asks = listed && body.blockchainDestination ? formOf(listed.venue) : undefined;
      const given = givenAt(asks, input);
      const receiving = given ? undefined : receivingAt(known.saved, body, asks !== undefined);
      const savedRecipient = known.recipients.get(receiving?.recipient_id ?? '');
      checkRecipient(body, asks, { given: given?.data, saved: savedRecipient });
      const applicant = toApplicant(known, body, { given, requester: requesterOf(managed) });
      const verdict = evaluate(known.rules, applicant, (scope) => known.sums.of(body.asset.code, scope));
      if (verdict.kind === 'refuse') {
        throw new Problem('unprocessable', `The policy refuses it: ${verdict.explanation}.`);
      }
      if (managed?.isAlone && verdict.kind !== 'allow') {
        throw new Problem(
          'unprocessable',
          `The policy does not allow it without a person: ${verdict.explanation}.`,
        );
      }
      const isSimulated = dryRun || listed?.withdrawals === 'simulate';
      const mustWait = verdict.kind === 'approve' || verdict.screening !== undefined;
      const status = isSimulated ? 'SIMULATED' : mustWait ? 'APPROVAL_REQUESTED' : 'PENDING';
      const decision = {
        policyVersion: known.policyVersion,
        rule: verdict.number ?? null,
        sentence: verdict.explanation,
        destination: applicant.destination,
        ...(applicant.requester && { requester: applicant.requester }),
      };
      const approvers = approversOf(verdict.rule, known.groups);
      const screening = isSimulated ? null : screeningOf(verdict, approvers, circumstances.now);
      const row = toRow(
        body,
        destination,
        status,
        {
          fee,
          approvals: verdict.approvals,
          approvers,
          screening,
          decision,
          toVenue,
          // What is never sent keeps nothing about people.
          recipient: isSimulated ? null : markOf(given, receiving),
          proposalId: managed?.proposalId ?? null,
        },
        circumstances,
      );
      const withdrawal = toWithdrawal(row);
      return {
        change: { row, withdrawal, recipient: isSimulated ? undefined : given?.row },
        audit: {
          subject: row.id,
          details: {
            ...withdrawal,
            reason: verdict.explanation,
            dryRun,
            ...(toVenue !== null && { transferTo: toVenue }),
            ...(managed && { proposal: managed.proposalId, isAlone: managed.isAlone }),
          },
        },
        events: [
          event(withdrawalCreated, { id: row.id, withdrawal }),
          ...votesRequired(row, withdrawal),
          ...screeningRequired(row, withdrawal),
        ],
        jobs: jobsOf(row),
      };
    },
    batch: {
      prepare: (inputs, { actor: { tenant }, db, clock }) =>
        prepare(db, { directory, rates, personal }, inputs, { tenant, clock }),
      after: (known, { row }) =>
        row.status === 'SIMULATED' ? known : { ...known, sums: known.sums.with(row) },
      insert(db, changes) {
        const rows = changes.map(({ row }) => row);
        const recipients = changes.flatMap(({ recipient }) => recipient ?? []);
        return [
          ...(recipients.length > 0 ? [insertRecipients(db, recipients)] : []),
          insertWithdrawals(db, rows),
        ];
      },
      resultOf: ({ withdrawal }) => withdrawal,
    },
  });
}

const screeningOf = (
  { screening, approvals }: Verdict,
  approvers: string[] | null,
  now: Date,
): StoredScreening | null => {
  if (!screening) return null;
  const { number: rule, withinSeconds, silence } = screening;
  return askScreening({ rule, withinSeconds, silence, approvals, approvers }, now);
};

const needsVotes = ({ status, approvals_required }: WithdrawalRow): boolean =>
  status === 'APPROVAL_REQUESTED' && approvals_required > 0;

function votesRequired(row: WithdrawalRow, withdrawal: Withdrawal): Event[] {
  if (!needsVotes(row)) return [];
  const { id, approvals_required: approvals } = row;
  return [event(withdrawalVoteRequired, { id, withdrawal, approvals, until: expiryOf(row).toISOString() })];
}

function screeningRequired(row: WithdrawalRow, withdrawal: Withdrawal): Event[] {
  const { id, screening } = row;
  if (!screening) return [];
  const { until, silence } = screening;
  const question = { digest: digestOf(row), until, silence };
  return [event(withdrawalScreeningRequired, { id, withdrawal, screening: question })];
}

function jobsOf(row: WithdrawalRow): JobRequest[] {
  const { id, status, venue, due_at } = row;
  if (status === 'PENDING') return [requestSubmit(venue)];
  if (status === 'APPROVAL_REQUESTED' && due_at) {
    return [requestExpire(due_at), ...(needsVotes(row) ? voteOccasions(id, expiryOf(row)) : [])];
  }
  return [];
}

/** A null member equals a missing one, so that both have the same hash. */
function withoutNulls({
  blockchainDestination: chain,
  fiatDestination: fiat,
  leaveOutSurplus,
  ...rest
}: Body) {
  const { tag, ...place } = chain ?? {};
  return {
    ...rest,
    ...(chain && { blockchainDestination: { ...place, ...(typeof tag === 'string' && { tag }) } }),
    ...(fiat && { fiatDestination: fiat }),
    ...(leaveOutSurplus === true && { leaveOutSurplus }),
  };
}
