import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import { batchCommand, run, type Circumstances } from '../../platform/commands/index.ts';
import { event, type Event } from '../../platform/events/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { NO_KEYS, type PersonalData } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import {
  findRecipients,
  insertRecipients,
  newRecipient,
  type NewRecipient,
  type Opened,
} from '../../platform/recipients/index.ts';
import { findSaved, type Saved } from '../destinations/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import {
  approversOf,
  evaluate,
  neededSums,
  selectActiveRules,
  type Applicant,
  type Groups,
  type Rule,
  type Verdict,
} from '../policies/index.ts';
import { askScreening, digestOf, type StoredScreening } from '../screening/index.ts';
import { checkAtVenue, checkRecipient, checkShape } from './check.ts';
import { withdrawalCreated, withdrawalScreeningRequired, withdrawalVoteRequired } from './events.ts';
import { requestExpire, requestSubmit } from './jobs.ts';
import { expiryOf } from './move.ts';
import { voteOccasions } from './notices.ts';
import type { CreateWithdrawal, Withdrawal } from './schema.ts';
import type { Status } from './status.ts';
import { insertWithdrawals, selectWithdrawal, type Decision, type WithdrawalRow } from './store.ts';
import { CREATED, Sums, Valuation, type Rates } from './policy/index.ts';
import { toWithdrawal } from './withdrawal.ts';

interface GivenInput {
  readonly body: CreateWithdrawal;
  /** Checks and stores it, but never sends it. */
  readonly dryRun: boolean;
  /** The venue of ours that has the destination, where it is a transfer. */
  readonly toVenue?: string;
  readonly managed?: Managed;
}

/** The proposal of a managed balance that is carried out. */
export interface Managed {
  readonly proposalId: string;
  /** Nobody has confirmed it: the policy must allow that. */
  readonly isAlone: boolean;
}

interface CreateInput extends Omit<GivenInput, 'body'> {
  readonly body: Omit<CreateWithdrawal, 'travelRule'>;
  /** Who receives it, where the request says so. */
  readonly given?: NewRecipient;
}

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

/** What decisions about withdrawals depend on. */
interface Known {
  readonly rules: readonly Rule[];
  readonly groups: Groups;
  /** The version of the policy; null without one. */
  readonly policyVersion: number | null;
  readonly saved: Saved;
  /** Those of the saved destinations that are named, by id. */
  readonly recipients: ReadonlyMap<string, Opened>;
  /** By code. Throws if the venue cannot be used. */
  venue(code: string): ListedVenue | undefined;
  readonly valuation: Valuation;
  readonly sums: Sums;
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
      const given = givenAt(listed, input);
      const savedPlace = savedAs(known.saved, body);
      const { destination, fee } = checkAtVenue(listed, body, savedPlace);
      const asks = listed?.venue.asks;
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
      async prepare(inputs, { actor: { tenant }, db, clock }) {
        const bodies = inputs.map(({ body }) => body);
        const [venue, policy, saved] = await Promise.all([
          findVenues(directory, tenant, new Set(bodies.map(({ venue }) => venue))),
          selectActiveRules(db, tenant).executeTakeFirst(),
          findSaved(db, tenant, {
            aliases: bodies.flatMap((body) => aliasOf(body) ?? []),
            addresses: [
              ...new Set(bodies.flatMap(({ blockchainDestination: chain }) => chain?.address ?? [])),
            ],
          }),
        ]);
        const rules = policy?.rules ?? [];
        const now = clock.now();
        const assets = bodies.map(({ asset }) => asset.code);
        const valuation = await Valuation.read(db, rates, { tenant, rules, assets, now });
        const asking = bodies.filter(({ venue: code }) => venue.ifUsable(code)?.venue.asks);
        const recipients = await findRecipients(
          db,
          personal,
          { tenant, service: 'trading' },
          asking.flatMap((body) => receivingAt(saved, body, true)?.recipient_id ?? []),
        );
        const known: Known = {
          rules,
          groups: policy?.groups ?? {},
          policyVersion: policy?.version ?? null,
          saved,
          recipients,
          venue: (code) => venue.find(code),
          valuation,
          sums: Sums.NONE,
        };
        const needed = inputs.flatMap((input) => {
          const { body } = input;
          const given = givenAt(venue.ifUsable(body.venue), input);
          const applicant = toApplicant(known, body, { given, requester: requesterOf(input.managed) });
          return neededSums(rules, applicant).map((scope) => ({ asset: body.asset.code, ...scope }));
        });
        if (needed.length === 0) return { state: known };
        return {
          lock: async (tx) => ({
            ...known,
            sums: await Sums.lock(tx, {
              tenant,
              scopes: needed,
              now: clock.now(),
              counted: CREATED,
              valuation,
            }),
          }),
        };
      },
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

interface FoundVenues {
  /** Throws if the venue cannot be used. */
  find(code: string): ListedVenue | undefined;
  ifUsable(code: string): ListedVenue | undefined;
}

/** Looks up each venue once. */
async function findVenues(
  directory: VenueDirectory,
  tenant: string,
  codes: ReadonlySet<string>,
): Promise<FoundVenues> {
  const found = new Map<string, () => ListedVenue | undefined>();
  const usable = new Map<string, ListedVenue | undefined>();
  for (const code of codes) {
    const find = directory.find(tenant, code).then(
      (listed) => {
        usable.set(code, listed);
        return () => listed;
      },
      (error: unknown) => () => {
        throw error;
      },
    );
    found.set(code, await find);
  }
  return { find: (code) => found.get(code)?.(), ifUsable: (code) => usable.get(code) };
}

type Body = CreateInput['body'];

const aliasOf = ({ fiatDestination, blockchainDestination }: Body): string | undefined =>
  fiatDestination?.alias ?? blockchainDestination?.alias;

function savedAs(saved: Saved, body: Body) {
  const alias = aliasOf(body);
  return alias === undefined ? undefined : saved.byAlias(alias);
}

/** What says who receives it: the saved destination that is named or, where the venue asks, the one with the same address. */
function receivingAt(saved: Saved, body: Body, isAsked: boolean) {
  const { network, address, tag = null } = body.blockchainDestination ?? {};
  const isPlace = isAsked && network !== undefined && address !== undefined;
  return (
    savedAs(saved, body) ??
    (isPlace ? saved.withRecipient({ kind: 'blockchain', network, address, tag }) : undefined)
  );
}

/** Who receives it by the word of the request. Where that leaves out surplus, a venue that asks nothing gets nothing. */
const givenAt = (listed: ListedVenue | undefined, { body, given }: CreateInput): NewRecipient | undefined =>
  body.leaveOutSurplus === true && !listed?.venue.asks ? undefined : given;

const requesterOf = (managed: Managed | undefined) => (managed?.isAlone ? 'MANAGED_BALANCE' : undefined);

export function toApplicant(
  { saved, valuation }: Pick<Known, 'saved' | 'valuation'>,
  body: Body,
  {
    given,
    requester,
  }: { readonly given?: NewRecipient | undefined; readonly requester?: Applicant['requester'] } = {},
): Applicant {
  const { venue, asset, blockchainDestination: chain } = body;
  const amount = Decimal.parse(body.amount);
  const { network = '', address = '', tag = null } = chain ?? {};
  const isKnown =
    aliasOf(body) === undefined
      ? saved.knows({ kind: 'blockchain', network, address, tag }, given?.row.hash ?? null)
      : (savedAs(saved, body)?.confirmed_at ?? null) !== null;
  return {
    venue,
    asset: asset.code,
    amount,
    destination: isKnown ? 'KNOWN' : 'NEW',
    requester,
    valueIn: (currency) => valuation.valueOf(asset.code, amount, currency),
  };
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

interface Consequence {
  /** What the venue charges, where it says so. */
  readonly fee: Decimal | undefined;
  readonly approvals: number;
  readonly approvers: string[] | null;
  readonly screening: StoredScreening | null;
  readonly decision: Decision;
  readonly toVenue: string | null;
  readonly recipient: Mark | null;
  readonly proposalId: string | null;
}

type Mark = Pick<WithdrawalRow, 'recipient_id' | 'recipient_hash'>;

const markOf = (given: NewRecipient | undefined, saved: Mark | undefined): Mark | null =>
  given ? { recipient_id: given.row.id, recipient_hash: given.row.hash } : (saved ?? null);

function toRow(
  { venue, asset, amount, reference }: Body,
  destination: WithdrawalRow['destination'],
  status: Status,
  { fee, approvals, approvers, screening, decision, toVenue, recipient, proposalId }: Consequence,
  { id, actor, now }: Circumstances,
): WithdrawalRow {
  const waitsUntil = screening ? new Date(screening.until) : expiryOf({ created_at: now });
  return {
    id,
    tenant: actor.tenant,
    venue,
    asset: asset.code,
    amount,
    destination,
    reference,
    status,
    venue_transfer_id: null,
    receipt: null,
    fee: fee?.toString() ?? null,
    charged_fee: null,
    received_amount: null,
    internal_transfer_id: null,
    failure_message: null,
    requested_by: actor.id,
    approvals_required: approvals,
    approvers,
    due_at: status === 'PENDING' ? now : status === 'APPROVAL_REQUESTED' ? waitsUntil : null,
    waiting_reason: screening && `It waits for its screening until ${screening.until}.`,
    sent_at: null,
    decision,
    to_venue: toVenue,
    screening,
    recipient_id: recipient?.recipient_id ?? null,
    recipient_hash: recipient?.recipient_hash ?? null,
    proposal_id: proposalId,
    created_at: now,
    updated_at: now,
  };
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
