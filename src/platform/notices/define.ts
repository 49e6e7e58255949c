import { Type } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { defineJob, request, type JobRequest } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Language } from './languages.ts';

/** What is said about one kind of occasion. `{name}` stands for the fact of this name. */
export interface NoticeText {
  /** It names nobody and nothing. */
  readonly title: string;
  /** Without addresses, names and amounts. */
  readonly short: string;
  readonly full: string;
}

/** The state of what a notice is about, at the moment it is asked for. */
export interface Matter {
  /** The logins of those for whom it matters now. */
  readonly people: readonly string[];
  readonly facts: Readonly<Record<string, string>>;
  /** The screen that it leads to, below the address of the service. Called once for each message. */
  path(): string | Promise<string>;
  /** Where it goes, if not to the address that the person has confirmed. */
  readonly address?: string | undefined;
}

/** A kind of occasion that people are told about. */
export interface NoticeKind {
  /** `withdrawal.vote` */
  readonly name: `${string}.${string}`;
  /** When it is sent, as a sentence. */
  readonly summary: string;
  readonly services: readonly string[];
  /** It goes to an address of its own, so that nobody can switch it off. */
  readonly isAlways?: true;
  /** It is the matter of one person alone, so that no room gets it. */
  readonly isPrivate?: true;
  readonly texts: Readonly<Record<Language, NoticeText>>;
  /**
   * Who is to be told, among these people if they are given. It is asked when the messages are made and again before
   * each is sent, so that nobody is told about what does not concern them any more. Undefined if it concerns nobody.
   */
  find(
    context: Context<Db>,
    subject: string,
    among: readonly string[] | undefined,
  ): Promise<Matter | undefined>;
}

const Occasion = Type.Object(
  { kind: Type.String(), subject: Type.String(), service: Type.String() },
  { additionalProperties: false },
);

export const tellJob = defineJob({ name: 'notice.tell', payload: Occasion, maxAttempts: 25 });

interface OccasionOptions {
  readonly service: string;
  /** For reminders. */
  readonly runAt?: Date;
}

/**
 * An occasion, as a job: a decision returns it, and the command runner stores it with the change that causes it. People
 * are told once about each kind and subject.
 */
export const occasion = (
  { name }: Pick<NoticeKind, 'name'>,
  subject: string,
  { service, runAt }: OccasionOptions,
): JobRequest => request(tellJob, { kind: name, subject, service }, runAt && { runAt });
