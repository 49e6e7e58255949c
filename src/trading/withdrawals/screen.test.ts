import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId, type Actor } from '../../kernel/index.ts';
import { createClock } from '../../platform/auth/testing/fixture.ts';
import { effort } from '../../testing/effort.ts';
import { withdrawalJobs } from './index.ts';
import { scriptedVenue } from './testing/scripted-venue.ts';
import { openWithdrawalService, PEOPLE_IDS, type Answer, type Body } from './testing/service.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const WITHIN_SECONDS = 600;
const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };

const clock = createClock();
const { venue, left } = scriptedVenue(clock);
const service = await openWithdrawalService({ venue, clock });
const { create, send, decree, database } = service;
const { handlers } = withdrawalJobs(service.directory);
for (const [name, owner, id] of [
  ['ada', null, PEOPLE_IDS.ada],
  ['grace', null, PEOPLE_IDS.grace],
  ['everything', null, newId()],
  ['everything-bot', 'everything', newId()],
] as const) {
  const kind = owner === null ? 'person' : 'client';
  await database.sql`
    insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
    values (${id}, ${kind}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;
}

async function runJob(name: string): Promise<void> {
  const handler = handlers.find(({ job }) => job.name === name);
  await handler?.run(service.contextOf(SYSTEM), { venue: 'test' });
}
const work = () => runJob('withdrawal.submit');
const expire = () => runJob('withdrawal.expire');

const SCREEN = { verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: WITHIN_SECONDS } };
const OR_PEOPLE = {
  verdict: 'REQUIRE_SCREENING',
  screening: { withinSeconds: WITHIN_SECONDS, silence: 'PEOPLE' },
};
const ALLOW = { verdict: 'ALLOW' };
const asking = (approvals: number) => ({ verdict: 'REQUIRE_APPROVALS', approvals });

async function created(change: object = {}): Promise<string> {
  clock.advance(1);
  const { status, body } = await create({ amount: '1', ...change });
  if (status !== 201) throw new Error(`It was refused: ${JSON.stringify(body)}`);
  return body.id;
}
const show = async (id: string): Promise<Body> =>
  (await send('viewer', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body;
const digestOf = async (id: string): Promise<string> => (await show(id)).screening?.digest ?? '';
const EVIDENCE = { reason: 'No match.', evidence: 'case 7' };

async function screen(id: string, verdict: string, by = 'screener', change: object = {}): Promise<Answer> {
  const body = { verdict, digest: await digestOf(id), ...EVIDENCE, ...change };
  return send(by, 'POST', `venues/withdrawals/${id}/screening`, { body });
}
const vote = (id: string, voter: string, decision = 'APPROVE') =>
  send(voter, 'POST', `venues/withdrawals/${id}/votes`, { body: { decision } });
/** As a person votes in the console. */
async function voteInPerson(id: string, name: 'ada' | 'grace'): Promise<Answer> {
  const asked = await vote(id, `${name}-in-session`);
  const { proof } = asked.body;
  if (proof === undefined) return asked;
  await database.sql`update proof set evidence = '{"factor": "app"}' where id = ${proof}`;
  return send(`${name}-in-session`, 'POST', `venues/withdrawals/${id}/votes`, {
    body: { decision: 'APPROVE' },
    headers: { 'x-quaestor-proof': proof },
  });
}
const sent = (id: string): number => left.filter(({ reference }) => reference === id).length;
const entriesOf = (id: string) =>
  database.sql<{ action: string; details: Record<string, unknown> }[]>`
    select action, details from audit_log where subject_id = ${id} order by at, id`;
const isOffered = async (id: string, voter: string): Promise<boolean> =>
  (await send(voter, 'GET', 'approvals?pageSize=100')).body.content.some((each) => each.id === id);

beforeEach(async () => {
  await database.sql`update withdrawal set status = 'CANCELLED', due_at = null where status in ('PENDING', 'APPROVAL_REQUESTED')`;
  // What left before counts no more.
  clock.advance(31 * 24 * HOUR_MS);
  left.length = 0;
});

describe('a withdrawal that a rule wants screened', () => {
  it('waits with its reason, is announced with its digest, and leaves once when it has passed', async () => {
    await decree([SCREEN, ALLOW]);
    const id = await created();
    await work();
    const shown = await show(id);
    const until = new Date(clock.now().getTime() + WITHIN_SECONDS * SECOND_MS).toISOString();
    expect(shown).toMatchObject({
      status: 'APPROVAL_REQUESTED',
      waitingReason: `It waits for its screening until ${until}.`,
      approvals: { required: 0 },
      cannotVote: 'ENOUGH',
      decision: {
        rule: 2,
        sentence: 'rule 1: always → screening within 10 min, else refused; rule 2: always → allowed',
      },
      screening: { until, silence: 'REFUSE', verdict: null, by: null },
    });
    const [event] = await database.sql<{ payload: { screening: object; withdrawal: object } }[]>`
      select payload from outbox where type = 'withdrawal.screening-required' and resource_id = ${id}`;
    const { digest } = shown.screening ?? {};
    expect(event?.payload).toMatchObject({ id, screening: { digest, until, silence: 'REFUSE' } });
    expect(Object.keys(event?.payload.withdrawal ?? {})).not.toContain('screening');
    expect(await isOffered(id, 'ada')).toBe(false);

    expect(await screen(id, 'PASS')).toMatchObject({ status: 201, body: { id, status: 'PENDING' } });
    await work();
    await work();
    expect(sent(id)).toBe(1);
    expect((await show(id)).screening).toMatchObject({ verdict: 'PASS', by: 'screener', ...EVIDENCE });
    expect(await entriesOf(id)).toContainEqual({
      action: 'withdrawal.screen',
      details: { status: 'PENDING', verdict: 'PASS', digest, ...EVIDENCE },
    });
  });

  it.each([
    ['vote', ['vote', 'screen', 'work']],
    ['screening', ['screen', 'vote', 'work']],
  ])('needs the verdict and the approvals, also when the %s comes first', async (_first, [first, second]) => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    const act = (step?: string) => (step === 'vote' ? vote(id, 'ada') : screen(id, 'PASS'));
    expect((await act(first)).body.status).toBe('APPROVAL_REQUESTED');
    await work();
    expect(sent(id)).toBe(0);
    expect((await act(second)).body.status).toBe('PENDING');
    await work();
    expect(sent(id)).toBe(1);
  });

  it('is not offered for votes that it does not need', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    expect(await isOffered(id, 'grace')).toBe(true);
    await vote(id, 'ada');
    expect(await isOffered(id, 'grace')).toBe(false);
    expect(await vote(id, 'grace')).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('is cancelled with the reason when it is refused, though it has its approvals', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    await vote(id, 'ada');
    expect(await screen(id, 'REFUSE')).toMatchObject({
      body: { status: 'CANCELLED', failureMessage: 'The screening refused it: No match.' },
    });
    await work();
    expect(sent(id)).toBe(0);
  });

  it('needs one more approval, by a person, when it is held', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    await vote(id, 'everything');
    expect((await screen(id, 'HOLD')).body.status).toBe('APPROVAL_REQUESTED');
    expect(await show(id)).toMatchObject({
      waitingReason: 'The screening holds it: No match.',
      approvals: { required: 2, expiresAt: expect.any(String) as string },
    });
    expect((await vote(id, 'grace')).status).toBe(422);
    expect((await screen(id, 'PASS')).status).toBe(409);
    await work();
    expect(sent(id)).toBe(0);
    expect((await voteInPerson(id, 'grace')).body.status).toBe('PENDING');
    await work();
    expect(sent(id)).toBe(1);
  });

  it('is screened together with others of its batch, each under its own digest', async () => {
    await decree([{ asset: 'BTC', ...SCREEN }, ALLOW]);
    const ids = await Promise.all(Array.from({ length: 12 }, () => created()));
    const digests = new Set(await Promise.all(ids.map(digestOf)));
    expect(digests.size).toBe(12);
    const events = await database.sql<{ digest: string }[]>`
      select payload -> 'screening' ->> 'digest' as digest from outbox
      where type = 'withdrawal.screening-required' and resource_id = any(${ids})`;
    expect(new Set(events.map(({ digest }) => digest))).toEqual(digests);
  });

  it('is found by the screener that missed the event', async () => {
    await decree([SCREEN, ALLOW]);
    const [waits, passed] = [await created(), await created()];
    await screen(passed, 'PASS');
    const { body } = await send('screener', 'GET', 'venues/withdrawals?q=screening:AWAITED&expand=approvals');
    expect(body.content.map(({ id }) => id)).toEqual([waits]);
    expect(body.content[0]?.screening?.digest).toBe(await digestOf(waits));
  });

  it('is only rehearsed by a dry run: nobody is asked', async () => {
    await decree([SCREEN, ALLOW]);
    const { body } = await create({ amount: '1' }, { headers: { 'x-dry-run': 'true' } });
    expect(await show(body.id)).toMatchObject({
      status: 'SIMULATED',
      screening: null,
      decision: {
        sentence: 'rule 1: always → screening within 10 min, else refused; rule 2: always → allowed',
      },
    });
    const asked = await database.sql`
      select from outbox where type = 'withdrawal.screening-required' and resource_id = ${body.id}`;
    expect(asked).toHaveLength(0);
    expect((await screen(body.id, 'PASS', 'screener', { digest: '0'.repeat(64) })).status).toBe(409);
  });
});

describe('a silent screener', () => {
  it('refuses, though all have approved, and its late answer counts for nothing', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    await vote(id, 'ada');
    clock.advance(WITHIN_SECONDS * SECOND_MS);
    expect(await screen(id, 'PASS')).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_transition',
        detail: expect.stringMatching(/^The time to answer ended/) as string,
      },
    });
    await expire();
    expect(await show(id)).toMatchObject({
      status: 'CANCELLED',
      failureMessage: 'It expired: its screening was not answered in time.',
    });
    expect((await screen(id, 'PASS')).status).toBe(409);
    await work();
    expect(sent(id)).toBe(0);
  });

  it('leaves it to people where the rule says so', async () => {
    await decree([OR_PEOPLE, ALLOW]);
    const id = await created();
    clock.advance(WITHIN_SECONDS * SECOND_MS);
    await expire();
    await work();
    expect(await show(id)).toMatchObject({
      status: 'APPROVAL_REQUESTED',
      approvals: { required: 1 },
      screening: { verdict: 'SILENCE', by: null },
    });
    expect((await screen(id, 'PASS')).status).toBe(409);
    expect((await vote(id, 'grace')).status).toBe(422);
    expect((await voteInPerson(id, 'ada')).body.status).toBe('PENDING');
    await work();
    expect(sent(id)).toBe(1);
  });

  it('and silent people let it expire', async () => {
    await decree([OR_PEOPLE, asking(1)]);
    const id = await created();
    await vote(id, 'everything');
    clock.advance(WITHIN_SECONDS * SECOND_MS);
    await expire();
    clock.advance(72 * HOUR_MS);
    await expire();
    expect((await show(id)).status).toBe('CANCELLED');
  });

  it('does not shorten the time of the voters once it has answered', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    await screen(id, 'PASS');
    clock.advance(WITHIN_SECONDS * SECOND_MS);
    await expire();
    expect((await vote(id, 'ada')).body.status).toBe('PENDING');
  });
});

describe('an answer is refused', () => {
  it('for another withdrawal than the one that was screened', async () => {
    await decree([SCREEN, ALLOW]);
    const [id, other] = [await created(), await created()];
    for (const digest of [await digestOf(other), '0'.repeat(64)]) {
      expect(await screen(id, 'PASS', 'screener', { digest })).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(/^The digest is not that of this withdrawal/) as string },
      });
    }
    expect((await show(id)).status).toBe('APPROVAL_REQUESTED');
  });

  it.each([
    ['a client of another tenant', 'stranger', 404],
    ['an approver and admin without the scope', 'ada', 403],
    ['the desk', 'desk', 403],
    ['a program of a person, without a second factor', 'everything-bot', 403],
  ])('from %s', async (_who, actor, status) => {
    await decree([SCREEN, ALLOW]);
    const id = await created();
    expect((await screen(id, 'PASS', actor)).status).toBe(status);
    expect((await show(id)).screening?.verdict).toBeNull();
  });

  it('the second time, the same or another, and leaves one entry', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    await screen(id, 'PASS');
    for (const verdict of ['PASS', 'REFUSE', 'HOLD']) {
      expect(await screen(id, verdict)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
    expect((await show(id)).screening?.verdict).toBe('PASS');
    expect((await entriesOf(id)).filter(({ action }) => action === 'withdrawal.screen')).toHaveLength(1);
  });

  it.each([
    ['it was refused', 'REFUSE'],
    ['people decide', 'HOLD'],
  ])('after %s, the same or another', async (_what, first) => {
    await decree([SCREEN, ALLOW]);
    const id = await created();
    await screen(id, first);
    for (const verdict of ['PASS', 'REFUSE', 'HOLD'])
      expect(await screen(id, verdict)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await work();
    expect([sent(id), (await show(id)).screening?.verdict]).toEqual([0, first]);
  });

  it('about a withdrawal that there is not', async () => {
    const digest = '0'.repeat(64);
    expect((await screen(newId(), 'PASS', 'screener', { digest })).status).toBe(404);
  });

  it('for data that has changed since it was screened, whatever of it', async () => {
    await decree([SCREEN, ALLOW]);
    const changes = [
      "amount = '1.1'",
      "asset = 'ETH'",
      "venue = 'other'",
      "reference = reference || '2'",
      "destination = jsonb_set(destination, '{address}', '\"bc1qother\"')",
      "destination = jsonb_set(destination, '{network}', '\"LIGHTNING\"')",
      "destination = jsonb_set(destination, '{tag}', '\"7\"')",
    ];
    for (const change of changes) {
      const id = await created();
      const digest = await digestOf(id);
      await database.sql.unsafe(`update withdrawal set ${change} where id = '${id}'`);
      expect([change, (await screen(id, 'PASS', 'screener', { digest })).status]).toEqual([change, 422]);
      await work();
      expect(sent(id)).toBe(0);
    }
  });

  it('but not when the request is repeated with its key', async () => {
    await decree([SCREEN, ALLOW]);
    const id = await created();
    const call = {
      body: { verdict: 'PASS', digest: await digestOf(id), ...EVIDENCE },
      headers: { 'idempotency-key': id },
    };
    const answers = [];
    for (let turn = 0; turn < 2; turn++)
      answers.push(await send('screener', 'POST', `venues/withdrawals/${id}/screening`, call));
    expect(answers[1]).toEqual(answers[0]);
    expect((await entriesOf(id)).filter(({ action }) => action === 'withdrawal.screen')).toHaveLength(1);
  });

  it('when two different ones arrive at once: one counts', async () => {
    await decree([SCREEN, ALLOW]);
    for (let round = 0; round < 4; round++) {
      const id = await created();
      const answers = await Promise.all(['PASS', 'REFUSE', 'PASS'].map((verdict) => screen(id, verdict)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
      await work();
      expect(sent(id)).toBe((await show(id)).screening?.verdict === 'PASS' ? 1 : 0);
    }
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['was cancelled', (id) => send('desk', 'POST', `venues/withdrawals/${id}/cancel`)],
    ['was rejected', (id) => vote(id, 'ada', 'REJECT')],
  ])('after the withdrawal %s', async (_what, end) => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    const digest = await digestOf(id);
    await end(id);
    expect(await screen(id, 'PASS', 'screener', { digest })).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
    await work();
    expect(sent(id)).toBe(0);
  });

  it('where no rule asked for one', async () => {
    await decree([asking(1)]);
    const id = await created();
    expect((await screen(id, 'PASS', 'screener', { digest: '0'.repeat(64) })).status).toBe(409);
  });
});

describe('nobody answers for two of the request, the verdict and an approval', () => {
  it('neither who requested it', async () => {
    await decree([SCREEN, ALLOW]);
    const { body } = await create({ amount: '1' }, { actor: 'everything' });
    expect((await screen(body.id, 'PASS', 'everything')).status).toBe(422);
  });

  it('nor who voted on it, nor the other way round', async () => {
    await decree([SCREEN, asking(1)]);
    const [voted, screened] = [await created(), await created()];
    await vote(voted, 'everything');
    expect((await screen(voted, 'PASS', 'everything')).status).toBe(422);
    await screen(screened, 'PASS', 'everything');
    expect((await vote(screened, 'everything')).status).toBe(422);
    expect(await isOffered(screened, 'everything')).toBe(false);
    const { body } = await send('everything', 'GET', `venues/withdrawals/${screened}?expand=approvals`);
    expect(body.cannotVote).toBe('SCREENER');
  });

  it('nor an admin who counts as the screener since its secret was rotated', async () => {
    await decree([SCREEN, asking(1)]);
    const id = await created();
    const [since, until] = [clock.now(), new Date(clock.now().getTime() + HOUR_MS)];
    await database.sql`
      insert into counts_as (account, person, since, until) values ('screener', 'grace', ${since}, ${until})`;
    await screen(id, 'PASS');
    expect((await vote(id, 'grace')).status).toBe(422);
    expect((await vote(id, 'ada')).body.status).toBe('PENDING');
    await database.sql`delete from counts_as`;
  });
});

describe('a policy that changes meanwhile', () => {
  it('takes back no screening that was asked for, and adds none to what it let through', async () => {
    await decree([SCREEN, ALLOW]);
    const asked = await created();
    await decree([ALLOW]);
    const free = await created();
    await decree([SCREEN, ALLOW]);
    await work();
    expect([sent(asked), sent(free)]).toEqual([0, 1]);
  });

  it('stops what has passed when a rule refuses it now', async () => {
    await decree([SCREEN, ALLOW]);
    const id = await created();
    await screen(id, 'PASS');
    await decree([{ verdict: 'REFUSE' }]);
    await work();
    expect([sent(id), (await show(id)).status]).toEqual([0, 'FAILED']);
  });

  it('with a sum keeps what was not screened until there is room, and lets go what was', async () => {
    await decree([ALLOW]);
    const ids = [await created(), await created()];
    const over = { asset: 'BTC', sum: { window: '24h', over: '1' } };
    await decree([{ ...over, ...SCREEN }, ALLOW]);
    const screened = await created();
    await screen(screened, 'PASS');
    await work();
    const unscreened = ids.filter((id) => sent(id) === 0);
    expect([sent(screened), unscreened.length]).toEqual([1, 1]);
    expect((await show(unscreened[0] ?? '')).waitingReason).toMatch(
      /rule 1: over 1 BTC in 24 h → screening within 10 min, else refused, and it has none\. Room is expected/,
    );
    clock.advance(25 * HOUR_MS);
    await work();
    expect(ids.map(sent)).toEqual([1, 1]);
  });
});

type Step =
  | { readonly kind: 'vote'; readonly voter: string; readonly decision: string }
  | { readonly kind: 'answer'; readonly verdict: string; readonly lies: boolean }
  | { readonly kind: 'pause'; readonly seconds: number }
  | { readonly kind: 'cancel' | 'jobs' };

const steps: Arbitrary<Step[]> = array(
  oneof(
    record({
      kind: constantFrom('vote' as const),
      voter: constantFrom('ada', 'grace', 'everything', 'ada in person', 'grace in person'),
      decision: constantFrom('APPROVE', 'APPROVE', 'APPROVE', 'REJECT'),
    }),
    record({
      kind: constantFrom('answer' as const),
      verdict: constantFrom('PASS', 'PASS', 'HOLD', 'REFUSE'),
      lies: constantFrom(false, false, true),
    }),
    record({ kind: constantFrom('pause' as const), seconds: integer({ min: 1, max: WITHIN_SECONDS }) }),
    record({ kind: constantFrom('jobs' as const, 'jobs' as const, 'cancel' as const) }),
  ),
  { minLength: 3, maxLength: 9 },
);

/** What the rules of the documents say about one withdrawal, from all that happened to it and nothing else. */
class Model {
  isOver = false;
  hasLeft = false;
  #passed = false;
  #answered = false;
  #people = false;
  #needed: number;
  readonly #votes = new Set<string>();
  readonly #until: number;
  readonly #silence: string;

  constructor(needed: number, silence: string, until: number) {
    [this.#needed, this.#silence, this.#until] = [needed, silence, until];
  }

  apply(step: Step, now: number): void {
    if (step.kind === 'jobs') this.#work(now);
    if (step.kind === 'cancel' && !this.hasLeft) this.isOver = true;
    if (this.isOver || this.mayLeave) return;
    const isOpen = this.#answered || now < this.#until;
    if (step.kind === 'answer' && !step.lies && !this.#answered && isOpen) this.#answer(step.verdict);
    if (step.kind === 'vote' && isOpen) this.#vote(step);
  }

  get mayLeave(): boolean {
    return !this.isOver && this.#passed && this.#votes.size >= this.#needed;
  }

  #work(now: number): void {
    if (!this.#answered && now >= this.#until) this.#fallSilent();
    this.hasLeft = this.mayLeave;
  }

  #answer(verdict: string): void {
    this.#answered = true;
    if (verdict === 'REFUSE') this.isOver = true;
    else this.#passed = true;
    if (verdict === 'HOLD') this.#askPeople();
  }

  #fallSilent(): void {
    if (this.isOver) return;
    if (this.#silence === 'REFUSE') this.isOver = true;
    this.#answered = this.#passed = true;
    this.#askPeople();
  }

  #askPeople(): void {
    this.#needed += 1;
    this.#people = true;
  }

  #vote({ voter, decision }: Step & { kind: 'vote' }): void {
    const [person = '', ...form] = voter.split(' ');
    if (this.#votes.has(person) || this.#votes.size >= this.#needed) return;
    if (decision === 'REJECT') this.isOver = true;
    else if (!this.#people || form.length > 0) this.#votes.add(person);
  }
}

it('whatever is done in whatever order, it leaves exactly when a naive reading of the rules says so', async () => {
  const cases = record({
    steps,
    approvals: integer({ min: 0, max: 2 }),
    silence: constantFrom('REFUSE', 'PEOPLE'),
  });
  await assert(
    asyncProperty(cases, async ({ steps, approvals, silence }) => {
      const terms = { withinSeconds: WITHIN_SECONDS, silence };
      await decree([
        { verdict: 'REQUIRE_SCREENING', screening: terms },
        approvals === 0 ? ALLOW : asking(approvals),
      ]);
      const id = await created();
      const digest = await digestOf(id);
      const model = new Model(approvals, silence, clock.now().getTime() + WITHIN_SECONDS * SECOND_MS);
      for (const step of steps) {
        clock.advance(step.kind === 'pause' ? step.seconds * SECOND_MS : 1);
        model.apply(step, clock.now().getTime());
        if (step.kind === 'vote') {
          const [name = '', ...form] = step.voter.split(' ');
          const isInPerson = form.length > 0 && step.decision === 'APPROVE';
          if (isInPerson && (name === 'ada' || name === 'grace')) await voteInPerson(id, name);
          else await vote(id, name, step.decision);
        }
        if (step.kind === 'answer') {
          const named = step.lies ? '0'.repeat(64) : digest;
          await screen(id, step.verdict, 'screener', { digest: named });
        }
        if (step.kind === 'cancel') await send('desk', 'POST', `venues/withdrawals/${id}/cancel`);
        if (step.kind === 'jobs') await expire();
        if (step.kind === 'jobs') await work();
        expect(sent(id)).toBe(model.hasLeft ? 1 : 0);
      }
      await work();
      expect(sent(id)).toBe(model.mayLeave ? 1 : 0);
    }),
    { numRuns: effort(15, 300) },
  );
}, 120_000);
