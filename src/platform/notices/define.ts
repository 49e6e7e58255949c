import { Type } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { defineJob, request, type JobRequest } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Attachment } from './channel.ts';
import type { Detail, NoticeText } from './compose.ts';
import type { Language } from './languages.ts';

/** What a message can say. */
export interface Saying {
  readonly detail: Exclude<Detail, 'bare'>;
  readonly language: Language;
}

/** What is read for one message alone. */
export interface Loaded {
  readonly facts: Readonly<Record<string, string>>;
  readonly attachment?: Attachment | undefined;
}

/** The state of what a notice is about, at the moment it is asked for. */
export interface Matter {
  /** The logins of those for whom it matters now. */
  readonly people: readonly string[];
  /** Why it matters to nobody. */
  readonly because?: string | undefined;
  readonly facts: Readonly<Record<string, string>>;
  /** The screen that it leads to, below the address of the service. Called once for each message. */
  path(): string | Promise<string>;
  /** Reads what takes long, for a message that says it. A fault of the moment puts the message off, a refusal drops it. */
  load?(saying: Saying): Promise<Loaded>;
  /** Where it goes, if not to the address that the person has confirmed. */
  readonly address?: string | undefined;
}

/** A kind of occasion, as people choose it. */
export interface NoticeDescription {
  /** `withdrawal.vote` */
  readonly name: `${string}.${string}`;
  /** When it is sent, as a sentence. */
  readonly summary: string;
  readonly services: readonly string[];
  /** Only people with one of these grants can ever get it; without them, anybody. */
  readonly grants?: readonly string[];
  /** Only the people of partners can. */
  readonly isOfPartners?: true;
  /** It goes to an address of its own, so that nobody can switch it off. */
  readonly isAlways?: true;
  /** It is the matter of one person alone, so that no room gets it. */
  readonly isPrivate?: true;
  readonly texts: Readonly<Record<Language, NoticeText>>;
}

/** A kind of occasion that people get messages about. */
export interface NoticeKind extends NoticeDescription {
  /**
   * Who gets the message, among these people if they are given. It is asked when the messages are made and again before
   * each is sent, so that nobody gets a message about what does not concern them any more. Undefined if it concerns nobody.
   */
  find(
    context: Context<Db>,
    subject: string,
    among: readonly string[] | undefined,
  ): Promise<Matter | undefined>;
  /** Of an occasion that may concern all partners: which of these it does. The subject is then `{about} {partner}`. */
  spread?(context: Context<Db>, about: string, partners: readonly string[]): Promise<readonly string[]>;
}

const Occasion = Type.Object(
  { kind: Type.String(), subject: Type.String(), service: Type.String() },
  { additionalProperties: false },
);

export const notifyJob = defineJob({ name: 'notice.make', payload: Occasion, maxAttempts: 25 });

interface OccasionOptions {
  readonly service: string;
  /** For reminders. */
  readonly runAt?: Date;
}

/**
 * An occasion, as a job: a decision returns it, and the command runner stores it with the change that causes it. People
 * get one message about each kind and subject.
 */
export const occasion = (
  { name }: Pick<NoticeKind, 'name'>,
  subject: string,
  { service, runAt }: OccasionOptions,
): JobRequest => request(notifyJob, { kind: name, subject, service }, runAt && { runAt });
