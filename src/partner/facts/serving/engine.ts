import type { Parameter, Row, Session } from '../../../platform/duckdb/index.ts';

/** The SQL of reports that engines write differently. Everything else in it means the same to all of them. */
export interface Dialect {
  /** A select of the rows of a table that meet a condition. */
  rows(table: string, condition: string): string;
  /** What stands before the query of a common table expression, to compute it once or wherever it is used. */
  materialized(isExpensive: boolean): string;
  /** An aggregate: the distinct values of a column, sorted, of the rows that meet a condition. */
  listOf(column: string, condition?: string): string;
  /** A text in small letters. */
  lower(text: string): string;
  /** Expressions that order rows by the exact quotient of two non-negative columns; null for a divisor of zero. */
  quotientOrder(over: string, under: string): readonly string[];
}

export interface Reading {
  /** Stops the statement; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Reader {
  readonly dialect: Dialect;
  query<T extends object = Row>(
    sql: string,
    parameters?: readonly Parameter[],
    options?: Reading,
  ): Promise<T[]>;
  /** Parses a statement with DuckDB's parser, which takes the SQL of every dialect. */
  parse(sql: string): ReturnType<Session['parse']>;
}

/** Answers statements from a state of the facts: the newest at each statement, or one that stays the same. */
export interface View extends Reader {
  /** Yields the rows in blocks, so that memory use stays constant. */
  stream<T extends object = Row>(
    sql: string,
    parameters?: readonly Parameter[],
    options?: Reading,
  ): AsyncGenerator<T[], void, undefined>;
  /** Runs several statements that all see the same state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Everything besides the question that answers depend on. */
export interface EngineState {
  /** The number of the last batch. */
  readonly applied: number;
  /** When it was accepted. */
  readonly asOf: Date | null;
}

/** Opens a view of the rows of a partner and of the partners below it; without a partner, of all rows. */
export type OpenView = (partnerUid: string | undefined, signal?: AbortSignal) => Promise<View>;

export interface ReadState extends EngineState {
  /** Opens views of this state, or of a later one. */
  readonly view: OpenView;
}

export interface PartnerState extends ReadState {
  /** What the engine knows the partner by; no row has it if the partner has no facts. */
  readonly partnerNo: PartnerNumber;
  /** The names that the partner gave to accounts, in the order of the accounts; null for none. */
  readonly names: readonly string[] | null;
}

export type PartnerNumber = number | string;

/** Answers the questions of reports from a copy of the log. */
export interface Engine {
  /** A number that differs after every change; undefined while it is not known. */
  readonly revision: number | undefined;
  state(signal?: AbortSignal): Promise<ReadState>;
  partnerState(partnerUid: string, signal?: AbortSignal): Promise<PartnerState>;
  /** How far it is: the last batch with which this process answers reports. */
  position(): Promise<EngineState>;
  /** How long it has lacked a batch of the log. */
  lagSeconds(now: Date): Promise<number>;
}
