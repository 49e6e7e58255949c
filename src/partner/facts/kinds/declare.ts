import { IDENTIFIER, IDENTIFIER_FORM } from '../../../kernel/index.ts';

/** How a field is written. Everything else about it follows: column, checks of each format, documentation. */
export type FieldType =
  | { readonly is: 'text'; readonly maxLength: number; readonly pattern: string; readonly shape: string }
  | { readonly is: 'enum'; readonly values: readonly string[] }
  | { readonly is: 'int'; readonly min: number; readonly max: number }
  | {
      readonly is: 'decimal';
      readonly precision: number;
      readonly scale: number;
      /** A positive one refuses zero; all others refuse what is below it. */
      readonly above: 'zero or more' | 'more than zero';
    }
  | { readonly is: 'date' }
  | { readonly is: 'datetime' }
  | { readonly is: 'bool' };

export interface Field {
  readonly type: FieldType;
  readonly required: boolean;
  readonly description: string;
  readonly example: string | number | boolean;
}

export interface Reference {
  readonly field: string;
  /** The kind whose one-field key this field names. */
  readonly to: string;
  /** Only for rows in which this other field has this value. */
  readonly when?: { readonly field: string; readonly equals: string };
  /** The value that stands for every row of that kind. */
  readonly wildcard?: string;
}

export interface Rule {
  /** The field that is named when the rule is broken. */
  readonly field: string;
  /** An SQL condition over the row; a row for which it is false is refused. */
  readonly holds: string;
  readonly reason: string;
}

/** A condition on the state that a batch would leave behind. */
export interface Guard {
  /** The field that the refusal names. */
  readonly field: string;
  /** Follows the name of the field. */
  readonly reason: string;
  /** A select of each `line` of `batch` to refuse, from the batch and the tables as they are. */
  readonly refused: string;
}

export interface Kind {
  /** As it stands in `POST /api/facts/{kind}/`. */
  readonly name: string;
  readonly description: string;
  readonly key: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly references: readonly Reference[];
  readonly rules: readonly Rule[];
  readonly guards: readonly Guard[];
  /** The column of the small number under which the store knows a row. */
  readonly number?: string;
  /** The field whose reference gives a row its partner and these columns; of several references, the one that applies. */
  readonly inherits?: { readonly through: string; readonly columns: readonly string[] };
  /** The field whose month and, after the partner, whose order decides where a row is in the table. */
  readonly time?: string;
  /** Optional fields that an example needs. */
  readonly exampleFields: readonly string[];
  /** Columns computed from the row's own fields. */
  readonly computed: Readonly<Record<string, { readonly type: string; readonly sql: string }>>;
}

interface KindDeclaration extends Pick<
  Kind,
  'name' | 'description' | 'key' | 'fields' | 'number' | 'inherits' | 'time'
> {
  readonly references?: readonly Reference[];
  readonly rules?: readonly Rule[];
  readonly guards?: readonly Guard[];
  readonly exampleFields?: Kind['exampleFields'];
  readonly computed?: Kind['computed'];
}

export function kind(declaration: KindDeclaration): Kind {
  return { references: [], rules: [], guards: [], exampleFields: [], computed: {}, ...declaration };
}

/** A rule that a percentage is at most 100. */
export const atMostAll = (field: string): Rule => ({
  field,
  holds: `${field} <= 100`,
  reason: 'must be at most 100',
});

/** The name of a kind's table: `client-accounts` are in `client_accounts`. */
export const tableOf = (name: string): string => name.replaceAll('-', '_');

type Declare<E extends Field['example']> = (description: string, example: E) => Field;

const field =
  <E extends Field['example']>(type: FieldType): Declare<E> =>
  (description, example) => ({ type, required: true, description, example });

export const optional = (given: Field): Field => ({ ...given, required: false });

const pattern = (maxLength: number, regex: string, shape: string): FieldType => ({
  is: 'text',
  maxLength,
  pattern: regex,
  shape,
});

const SYMBOL = '[A-Za-z0-9._@+#!/-]+';

/** An identifier. It has no comma, because filters take lists, and no colon, which joins server and ticket. */
export const code = field<string>(pattern(64, IDENTIFIER, IDENTIFIER_FORM));
export const symbol = field<string>(pattern(64, SYMBOL, '1 to 64 letters, digits and . _ @ + # ! / -'));
export const codeOrAny = field<string>(
  pattern(64, `[*]|${SYMBOL}`, '1 to 64 letters, digits and . _ @ + # ! / -, or * for every one'),
);
export const sha256Hex = field<string>(
  pattern(64, '[0-9a-f]{64}', 'a SHA-256 as 64 hexadecimal digits, letters in lower case'),
);
export const country = field<string>(pattern(2, '[A-Z]{2}', 'two capital letters (ISO 3166-1)'));
export const countries = field<string>(
  pattern(1000, '[A-Z]{2}(,[A-Z]{2})*', 'two-letter countries joined by commas'),
);
export const currency = field<string>(pattern(5, '[A-Z]{3,5}', 'three to five capital letters'));
export const text = (maxLength: number): Declare<string> =>
  field(
    pattern(
      maxLength,
      '[^\\x00-\\x1f\\x7f]+',
      `1 to ${maxLength} characters, none of them a control character`,
    ),
  );
export const oneOf = (...values: readonly string[]): Declare<string> => field({ is: 'enum', values });
export const int = (min: number, max: number): Declare<number> => field({ is: 'int', min, max });
export const amount = (precision: number, scale: number): Declare<string> =>
  field({ is: 'decimal', precision, scale, above: 'zero or more' });
export const positive = (precision: number, scale: number): Declare<string> =>
  field({ is: 'decimal', precision, scale, above: 'more than zero' });
export const date = field<string>({ is: 'date' });
export const datetime = field<string>({ is: 'datetime' });
export const bool = field<boolean>({ is: 'bool' });

export const EARLIEST_DATE = '2000-01-01';
export const LATEST_DATE = '2099-12-31';
export const LARGEST_INT: number = Number.MAX_SAFE_INTEGER;
