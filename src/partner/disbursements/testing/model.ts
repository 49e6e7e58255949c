import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Disbursement, DisbursementStatus } from '../schema.ts';
import { ALL, openBureau, OWN, type Partner } from './bureau.ts';

/*
 * Disbursements against a model of its own, which knows what was credited, asked for, approved, sent and answered, and
 * computes with another decimal library what every account has and where every disbursement is. In between, the
 * connections of requests are cut, and the requests are sent again.
 */

const IBAN = 'DE75512108001245126199';
const OPEN = new Set<DisbursementStatus>(['REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED']);
const IN_FILE = new Set<DisbursementStatus>(['SEALED', 'SENT', 'ACCEPTED']);

interface Line {
  readonly number: number;
  readonly account: string;
  readonly amount: Big;
  readonly requestedBy: string;
  status: DisbursementStatus;
  approvedBy: string | undefined;
  /** Who had its money given back. */
  givenBackBy: string | undefined;
  returned: Big | undefined;
  file: number | undefined;
  /** A return that came before the payment, and who imported it. */
  waiting: { readonly amount: Big; readonly by: string } | undefined;
}

interface File {
  readonly number: number;
  readonly message: string;
  readonly lines: readonly Line[];
  text: string | undefined;
}

class Model {
  readonly credited = new Map<string, Big>();
  readonly lines: Line[] = [];
  readonly files: File[] = [];
  readonly runs: { readonly number: number; readonly lines: readonly Line[] }[] = [];

  #sum(account: string, amountOf: (line: Line) => Big | undefined): Big {
    return this.lines
      .filter((line) => line.account === account)
      .reduce((sum, line) => sum.plus(amountOf(line) ?? 0), new Big(0));
  }

  paid(account: string): Big {
    return this.#sum(account, ({ status, amount, returned }) => {
      if (status === 'PAID') return amount;
      return status === 'RETURNED' ? amount.minus(returned ?? 0) : undefined;
    });
  }

  balance(account: string): Big {
    return (this.credited.get(account) ?? new Big(0)).minus(this.paid(account));
  }

  reserved(account: string): Big {
    return this.#sum(account, ({ status, amount }) => (OPEN.has(status) ? amount : undefined));
  }

  inFiles(account: string): Big {
    return this.#sum(account, ({ status, amount }) => (IN_FILE.has(status) ? amount : undefined));
  }

  available(account: string): Big {
    const free = this.balance(account).minus(this.reserved(account));
    return free.gt(0) ? free.round(2, Big.roundDown) : new Big(0);
  }

  add({ number, account_id, amount }: Disbursement, requestedBy: string): Line {
    const line: Line = {
      number,
      account: account_id,
      amount: new Big(amount),
      requestedBy,
      status: 'REQUESTED',
      approvedBy: undefined,
      givenBackBy: undefined,
      returned: undefined,
      file: undefined,
      waiting: undefined,
    };
    this.lines.push(line);
    return line;
  }

  canApprove(line: Line, by: string): boolean {
    const gaveBack = this.lines.some(
      ({ account, givenBackBy }) => account === line.account && givenBackBy === by,
    );
    const balance = this.balance(line.account);
    const isCovered = balance.gte(0) && balance.gte(this.reserved(line.account));
    return line.status === 'REQUESTED' && line.requestedBy !== by && isCovered && !gaveBack;
  }
}

const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => new Big(value).div(100).toFixed(2));
const who = fc.constantFrom('manager:ada', 'manager:grace', 'manager:eve');
const index = fc.nat({ max: 1000 });
const record = fc.record({
  line: index,
  what: fc.constantFrom('debit', 'debit', 'debit', 'off', 'unknown', 'return', 'part', 'refusal', 'accepted'),
});
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('credit' as const), who: index, amount: cents(20_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('adjust' as const), who: index, amount: cents(9_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('request' as const), who: index, amount: cents(12_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('run' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('approve run' as const), run: index, by: who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('approve' as const),
      lines: fc.array(index, { minLength: 1, maxLength: 3 }),
      by: who,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), line: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fetch' as const), file: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unseal' as const), file: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      records: fc.array(record, { minLength: 1, maxLength: 6 }),
      by: fc.constantFrom('manager:bank', 'manager:bank', 'manager:ada'),
      isRepeated: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('review' as const), line: index, by: who }) },
);
/** After how many round trips the connections are lost. */
const cut = fc.option(fc.nat({ max: 8 }), { nil: undefined });
const step = fc.record({ action, cut });

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
type Answered = Extract<Action, { do: 'answer' }>;

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const idOf = (number: number): string => `D${String(number).padStart(9, '0')}`;

/** A file that was fetched, and what the model wants paid by it. */
interface Fetched {
  readonly text: string;
  readonly head: readonly [message: string, count: string, total: string];
  readonly payments: readonly (readonly [id: string, amount: string])[];
}

interface Reached {
  readonly statuses: ReadonlySet<DisbursementStatus>;
  readonly fetched: readonly Fetched[];
  /** How many requests lost their connections. */
  readonly lost: number;
}

const totalOf = (lines: readonly Line[]): string =>
  lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).toFixed(2);

const toFetched = ({ text, message, lines }: File): Fetched[] =>
  text === undefined
    ? []
    : [
        {
          text,
          head: [message, String(lines.length), totalOf(lines)],
          payments: lines.map(({ number, amount }) => [idOf(number), amount.toFixed(2)]),
        },
      ];

/** Random histories: after every step all accounts, disbursements and files have to be those of the model. */
export async function checkRandomDisbursements(numRuns: number, steps: number): Promise<Reached> {
  const bureau = await openBureau([{ code: 'main', format: 'pain.001.001.09', name: 'Firm', iban: IBAN }]);
  const { office, ready, credit } = bureau;
  const { sql } = office.database;
  let keys = 0;
  let references = 0;
  let taken = 0;
  let lost = 0;
  const statuses = new Set<DisbursementStatus>();
  const fetched: Fetched[] = [];

  /** Sends a request; if it is cut, once more with the same key after its connections were lost. */
  async function send<Body>(
    cut: number | undefined,
    actor: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = { 'idempotency-key': `k${(keys += 1)}` },
  ) {
    const call = () =>
      office.send<Body>(actor, 'POST', url, { ...(body !== undefined && { body }), headers });
    if (cut === undefined) return call();
    const first = call();
    for (let trips = 0; trips < cut; trips += 1) await sql`select`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    const isLost = await first.then(
      ({ status }) => status >= 500,
      (error: unknown) => {
        // The answer was a file of which a part had been sent.
        expect(error).toMatchObject({ code: 'ECONNRESET' });
        return true;
      },
    );
    if (isLost) lost += 1;
    return call();
  }

  async function check(model: Model, partners: readonly Partner[]): Promise<void> {
    for (const partner of partners) {
      const { account } = partner;
      const [row] = await sql`
        select balance, reserved_disbursements as reserved, paid,
          (select coalesce(sum(amount), 0) from wallet_entry where account_id = wallet_account.id) as entries,
          (select coalesce(sum(amount), 0) from wallet_reservation where account_id = wallet_account.id) as reservations
        from wallet_account where id = ${account}`;
      const found = Object.fromEntries(
        Object.entries(row ?? {}).map(([name, value]) => [name, new Big(String(value)).toFixed()]),
      );
      const [balance, reserved] = [model.balance(account).toFixed(), model.reserved(account).toFixed()];
      const paid = model.paid(account).toFixed();
      expect(found).toEqual({ balance, entries: balance, reserved, reservations: reserved, paid });
      const shown = await bureau.balance(partner);
      expect(new Big(shown?.available ?? 'none').toFixed()).toBe(model.available(account).toFixed());
    }
    const accounts = partners.map(({ account }) => account);
    const rows = await sql`
      select number::int as number, status, approved_by, requested_by, file_number::int as file, returned_amount,
        (select count(*)::int from wallet_reservation where reference = 'disbursement:' || number) as reservations,
        (select count(*)::int from wallet_entry where reference = 'disbursement:' || number) as entries,
        (select count(*)::int from wallet_entry where reference = 'disbursement:' || number || ':return') as returns
      from disbursement where account_id = any(${accounts}) order by number`;
    expect(rows.map(({ number, status }) => `${number} ${status}`)).toEqual(
      model.lines.map(({ number, status }) => `${number} ${status}`),
    );
    for (const [at, row] of rows.entries()) {
      const line = model.lines[at];
      const isPaid = row['status'] === 'PAID' || row['status'] === 'RETURNED';
      expect([row['reservations'], row['entries'], row['returns']]).toEqual([
        OPEN.has(row['status'] as DisbursementStatus) ? 1 : 0,
        isPaid ? 1 : 0,
        row['status'] === 'RETURNED' ? 1 : 0,
      ]);
      expect(row['approved_by'] ?? undefined).toBe(line?.approvedBy);
      expect(row['approved_by']).not.toBe(row['requested_by']);
      expect(row['file'] ?? undefined).toBe(line?.file);
    }
    for (const { number, lines, text } of model.files) {
      const [file] = await sql`
        select total, line_count, sha256(content) = sha256 as intact, convert_from(content, 'UTF8') as content
        from disbursement_file join (
          select file_number, string_agg(content, '' order by part) as content
          from disbursement_file_part group by file_number
        ) as written on file_number = number
        where number = ${number}`;
      const total = totalOf(lines);
      expect(file).toMatchObject({ total, line_count: lines.length, intact: true });
      if (text !== undefined) expect(file?.['content']).toBe(text);
    }
  }

  async function take(
    model: Model,
    partners: readonly Partner[],
    each: Action,
    cut: number | undefined,
  ): Promise<void> {
    switch (each.do) {
      case 'credit':
      case 'adjust': {
        const partner = pick(partners, each.who);
        if (!partner) return;
        const amount = each.do === 'credit' ? each.amount : `-${each.amount}`;
        await credit(partner, amount);
        const before = model.credited.get(partner.account) ?? new Big(0);
        model.credited.set(partner.account, before.plus(amount));
        return;
      }
      case 'request': {
        const partner = pick(partners, each.who);
        if (!partner) return;
        const { account, uid } = partner;
        const isPossible = model.balance(account).gte(0) && model.available(account).gte(each.amount);
        const body = { account_id: account, amount: each.amount };
        const { status, body: made } = await send<Disbursement>(cut, uid, OWN, body);
        expect(status).toBe(isPossible ? 201 : 422);
        if (isPossible) model.add(made, uid);
        return;
      }
      case 'run': {
        const wanted = partners
          .filter(({ account }) => model.balance(account).gte(0) && model.available(account).gt(0))
          .map(({ account }) => `${account} ${model.available(account).toFixed(2)}`);
        const { status, body } = await send<{ number: number }>(cut, 'manager:zoe', `${ALL}/runs`);
        expect(status).toBe(201);
        const { disbursements } = (
          await office.send<{ disbursements: Disbursement[] }>(
            'manager:zoe',
            'GET',
            `${ALL}?run=${body.number}`,
          )
        ).body;
        const own = disbursements.filter(({ account_id }) =>
          partners.some(({ account }) => account === account_id),
        );
        expect(
          own.map(({ account_id, amount }) => `${account_id} ${new Big(amount).toFixed(2)}`).toSorted(),
        ).toEqual(wanted.toSorted());
        const lines = own
          .toSorted((one, other) => one.number - other.number)
          .map((made) => model.add(made, 'manager:zoe'));
        model.runs.push({ number: body.number, lines });
        return;
      }
      case 'approve run': {
        const run = pick(model.runs, each.run);
        if (!run) return;
        const lines = run.lines.filter((line) => model.canApprove(line, each.by));
        const { status } = await send(cut, each.by, `${ALL}/runs/${run.number}/approve`);
        if (lines.length > 0) expect(status).toBe(200);
        else expect([409, 422]).toContain(status);
        for (const line of lines) Object.assign(line, { status: 'APPROVED', approvedBy: each.by });
        return;
      }
      case 'approve': {
        const lines = [...new Set(each.lines.flatMap((at) => pick(model.lines, at) ?? []))];
        if (lines.length === 0) return;
        const isPossible = lines.every((line) => model.canApprove(line, each.by));
        const numbers = lines.map(({ number }) => number);
        const { status } = await send(cut, each.by, `${ALL}/approve`, { numbers });
        if (!isPossible) expect([409, 422]).toContain(status);
        else {
          expect(status).toBe(204);
          for (const line of lines) Object.assign(line, { status: 'APPROVED', approvedBy: each.by });
        }
        return;
      }
      case 'cancel': {
        const line = pick(model.lines, each.line);
        if (!line) return;
        const isPossible = line.status === 'REQUESTED' || line.status === 'APPROVED';
        const body = { reason: 'Not now.' };
        const { status } = await send(cut, 'manager:ada', `${ALL}/${line.number}/cancel`, body);
        expect(status).toBe(isPossible ? 200 : 409);
        if (isPossible) line.status = 'CANCELLED';
        return;
      }
      case 'seal':
        return seal(model, cut);
      case 'fetch': {
        const file = pick(model.files, each.file);
        if (!file) return;
        const { status, text } = await send(
          cut,
          'manager:ada',
          `${ALL}/files/${file.number}/fetch`,
          undefined,
          {},
        );
        expect(status).toBe(200);
        file.text ??= text;
        expect(text).toBe(file.text);
        expect(
          [...file.text.matchAll(/<EndToEndId>(.*?)<.*?<InstdAmt Ccy="EUR">(.*?)</g)].map(([, ...it]) => it),
        ).toEqual(file.lines.map(({ number, amount }) => [idOf(number), amount.toFixed(2)]));
        for (const line of file.lines) if (line.status === 'SEALED') line.status = 'SENT';
        return;
      }
      case 'unseal': {
        const file = pick(model.files, each.file);
        if (!file) return;
        const { status } = await send(cut, 'manager:ada', `${ALL}/files/${file.number}/unseal`);
        const isPossible = file.text === undefined;
        expect(status).toBe(isPossible ? 200 : 409);
        if (!isPossible) return;
        model.files.splice(model.files.indexOf(file), 1);
        for (const line of file.lines) {
          line.file = undefined;
          if (line.status === 'SEALED') line.status = 'APPROVED';
        }
        return;
      }
      case 'answer':
        return answer(model, each, cut);
      case 'review': {
        const line = pick(model.lines, each.line);
        if (!line) return;
        const { status } = await send(cut, each.by, `${ALL}/${line.number}/review`);
        if (line.givenBackBy === undefined) expect(status).toBe(409);
        else if (line.givenBackBy === each.by) expect(status).toBe(422);
        else {
          expect(status).toBe(200);
          line.givenBackBy = undefined;
        }
      }
    }
  }

  async function seal(model: Model, cut: number | undefined): Promise<void> {
    const lines: Line[] = [];
    const fallen: Line[] = [];
    const spent = new Map<string, Big>();
    for (const line of model.lines.filter(({ status }) => status === 'APPROVED')) {
      const sum = (spent.get(line.account) ?? model.inFiles(line.account)).plus(line.amount);
      spent.set(line.account, sum);
      (sum.gt(model.balance(line.account)) ? fallen : lines).push(line);
    }
    const { status, body } = await send<{ file: { number: number; message_id: string } }>(
      cut,
      'manager:ada',
      `${ALL}/files`,
      { bank: 'main' },
    );
    expect(status).toBe(lines.length > 0 ? 201 : 422);
    if (lines.length === 0) return;
    const { number, message_id: message } = body.file;
    model.files.push({ number, message, lines, text: undefined });
    for (const line of lines) Object.assign(line, { status: 'SEALED', file: number });
    for (const line of fallen) Object.assign(line, { status: 'REQUESTED', approvedBy: undefined });
  }

  /** Of one file that was fetched, as one statement and one status report. */
  async function answer(
    model: Model,
    { records, by, isRepeated }: Answered,
    cut: number | undefined,
  ): Promise<void> {
    const fetched = model.files.filter(({ text }) => text !== undefined);
    const [first] = records;
    const file = fetched[(first?.line ?? 0) % Math.max(1, fetched.length)];
    if (!file) return;
    const chosen = records.flatMap(({ line, what }) => {
      const found = file.lines[line % file.lines.length];
      return found ? [{ line: found, what }] : [];
    });
    const refused = (line: Line): boolean => line.approvedBy === by;
    const statuses = chosen.filter(({ what }) => what === 'refusal' || what === 'accepted');
    const bookings = chosen.filter(({ what }) => what !== 'refusal' && what !== 'accepted');
    const upload = async (xml: string): Promise<void> => {
      const headers = { 'content-type': 'application/xml' };
      const url = `${ALL}/banks/main/answers`;
      expect((await send(cut, by, url, xml, headers)).status).toBe(200);
      // The same bookings in another file.
      if (isRepeated) expect((await send(undefined, by, url, `${xml}\n`, headers)).status).toBe(200);
    };
    if (bookings.length > 0) {
      const entries = bookings.map(({ line, what }) => {
        const amount =
          what === 'off' ? line.amount.plus('0.01') : what === 'part' ? line.amount.div(2) : line.amount;
        const isBack = what === 'return' || what === 'part';
        return { line, what, isBack, amount: amount.round(2, Big.roundUp).toFixed(2) };
      });
      await upload(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S${(references += 1)}</MsgId></GrpHdr>` +
          `<Stmt><Id>S</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>${entries.map(entryOf).join('')}</Stmt></BkToCstmrStmt></Document>`,
      );
      for (const { line, what } of entries)
        if (what === 'debit' && (line.status === 'SENT' || line.status === 'ACCEPTED')) line.status = 'PAID';
      for (const { line, isBack, amount } of entries) {
        if (!isBack || refused(line)) continue;
        if (line.status === 'PAID')
          Object.assign(line, { status: 'RETURNED', returned: new Big(amount), givenBackBy: by });
        else if (line.status === 'SENT' || line.status === 'ACCEPTED')
          line.waiting ??= { amount: new Big(amount), by };
      }
      for (const line of model.lines)
        if (line.status === 'PAID' && line.waiting && entries.some((entry) => entry.line === line))
          Object.assign(line, {
            status: 'RETURNED',
            returned: line.waiting.amount,
            givenBackBy: line.waiting.by,
            waiting: undefined,
          });
    }
    if (statuses.length > 0) {
      const lines = statuses.map(
        ({ line, what }) =>
          `<TxInfAndSts><OrgnlEndToEndId>${idOf(line.number)}</OrgnlEndToEndId><TxSts>${what === 'refusal' ? 'RJCT' : 'ACSP'}</TxSts>` +
          '<StsRsnInf><Rsn><Cd>FOCR</Cd></Rsn></StsRsnInf></TxInfAndSts>',
      );
      await upload(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>P${(references += 1)}</MsgId></GrpHdr>` +
          `<OrgnlGrpInfAndSts><OrgnlMsgId>${file.message}</OrgnlMsgId></OrgnlGrpInfAndSts>` +
          `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${file.message}-1</OrgnlPmtInfId>${lines.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
      );
      for (const { line, what } of statuses) {
        if (what === 'accepted' && line.status === 'SENT') line.status = 'ACCEPTED';
        if (what === 'refusal' && (line.status === 'SENT' || line.status === 'ACCEPTED') && !refused(line))
          Object.assign(line, { status: 'FAILED', givenBackBy: by });
      }
    }
  }

  function entryOf({
    line,
    what,
    isBack,
    amount,
  }: {
    line: Line;
    what: string;
    isBack: boolean;
    amount: string;
  }): string {
    const id = what === 'unknown' ? 'D999999999' : idOf(line.number);
    return (
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${isBack ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls>` +
      `<Refs><AcctSvcrRef>R${(references += 1)}</AcctSvcrRef><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>` +
      `${isBack ? '<RtrInf><Rsn><Cd>FOCR</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls></Ntry>`
    );
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (history) => {
      const model = new Model();
      const partners: Partner[] = [];
      for (const amount of ['100.005', '50', '7.5']) {
        const partner = await ready(amount);
        partners.push(partner);
        model.credited.set(partner.account, new Big(amount));
      }
      for (const { action: each, cut } of history) {
        try {
          await take(model, partners, each, cut);
          await check(model, partners);
        } catch (error) {
          throw new Error(`At step ${taken}: ${JSON.stringify({ ...each, cut })}`, { cause: error });
        }
        taken += 1;
        for (const { status } of model.lines) statuses.add(status);
      }
      fetched.push(...model.files.flatMap(toFetched));
      // Nothing of this history is left for the runs and files of the next one.
      for (const { account } of partners)
        await sql`update disbursement_destination set status = 'DISABLED' where account_id = ${account}`;
      await sql`update disbursement set status = 'CANCELLED', destination_id = null, approved_by = null, approved_at = null
        where status = 'APPROVED'`;
    }),
    { numRuns, endOnFailure: true },
  );
  return { statuses, fetched, lost };
}
