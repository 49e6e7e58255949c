import { Decimal, later, sha256 } from '../../kernel/index.ts';
import type { Screening, ScreeningAnswer, SILENCES } from './schema.ts';

/** As the withdrawal stores it. */
export interface StoredScreening {
  readonly until: string;
  readonly silence: (typeof SILENCES)[number];
  /** The number of the rule that asked for it. */
  readonly rule: number;
  /** What the policy asked for beside it: people who decide on a held one give one approval more. */
  readonly approvals: number;
  readonly approvers: string[] | null;
  /** SILENCE: none came in time, and the rule says that people decide. */
  readonly verdict: ScreeningAnswer['verdict'] | 'SILENCE' | null;
  readonly reason: string | null;
  readonly evidence: string | null;
  readonly by: string | null;
  readonly at: string | null;
}

/** What a screening is about. */
export interface Subject {
  readonly id: string;
  readonly venue: string;
  readonly asset: string;
  readonly amount: string;
  readonly reference: string;
  /** Stands for who receives it, where that was said. */
  readonly recipient_hash: string | null;
  readonly destination:
    | {
        readonly kind: 'blockchain';
        readonly network: string;
        readonly address: string;
        readonly tag: string | null;
      }
    | { readonly kind: 'fiat'; readonly account: string; readonly reference: string | null };
}

interface Demand extends Pick<StoredScreening, 'silence' | 'rule' | 'approvals' | 'approvers'> {
  readonly withinSeconds: number;
}

export const askScreening = ({ withinSeconds, ...asked }: Demand, now: Date): StoredScreening => ({
  ...asked,
  until: later(now, withinSeconds * 1_000).toISOString(),
  verdict: null,
  reason: null,
  evidence: null,
  by: null,
  at: null,
});

interface Screened {
  readonly screening: StoredScreening | null;
}

export const isAwaited = ({ screening }: Screened): boolean =>
  screening !== null && screening.verdict === null;

/** Whether the screener, or its silence, leaves the withdrawal to its approvers. */
export const isCleared = ({ screening }: Screened): boolean =>
  screening === null || (screening.verdict !== null && screening.verdict !== 'REFUSE');

/** What a screener said, as an act that somebody answers for; none before. */
export const answerActs = ({ screening }: Screened): { readonly by: string; readonly at: Date }[] =>
  screening !== null && screening.by !== null && screening.at !== null
    ? [{ by: screening.by, at: new Date(screening.at) }]
    : [];

/** By which an answer names what was screened: it never fits another withdrawal. */
export function digestOf(subject: Subject): string {
  const { id, venue, asset, amount, reference, recipient_hash: recipient, destination } = subject;
  const place =
    destination.kind === 'fiat'
      ? [destination.kind, destination.account, destination.reference]
      : [destination.kind, destination.network, destination.address, destination.tag];
  const sum = Decimal.parse(amount).trim().toString();
  return sha256(JSON.stringify([id, venue, asset, sum, reference, recipient, ...place])).toString('hex');
}

/** As the API shows it. */
export function showScreening(screening: StoredScreening, subject: Subject): Screening {
  const { until, silence, verdict, reason, evidence, by, at } = screening;
  return { digest: digestOf(subject), until, silence, verdict, reason, evidence, by, at };
}
