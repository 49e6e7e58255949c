import type { FactRow } from '../../testing/facts.ts';
import type { Field, FieldType, Kind } from '../kinds/index.ts';
import { exampleOf } from './examples.ts';

/** A line that has to be refused, and where the refusal has to point. */
export interface FaultyLine {
  readonly what: string;
  readonly line: string | Buffer;
  readonly field: string;
  readonly reason: string;
}

/** JSON texts that are no value of a type, with what they are. */
const WRONG: Record<FieldType['is'], Readonly<Record<string, string>>> = {
  text: {
    'a number': '7',
    empty: '""',
    'a control character': '"a\\u0007b"',
    'half a character': '"\\ud800"',
  },
  enum: { 'another word': '"neither"', 'a number': '1' },
  int: {
    'a text': '"1"',
    'a fraction': '1.5',
    negative: '-1',
    'too large': '9007199254740992',
    'an exponent': '1e3',
    'an exponent flood': '1e999999999',
    'many digits': '1'.repeat(5000),
  },
  decimal: {
    'not a number': '"NaN"',
    infinite: '"Infinity"',
    negative: '-1',
    'an exponent': '1e3',
    'an exponent as text': '"1E+3"',
    'an exponent flood': '1e999999999',
    'a tiny exponent flood': '"1e-999999999"',
    'too many digits': '99999999999999999999',
    'too many decimals': '0.0000000001',
    'many digits': `0.${'3'.repeat(5000)}`,
    hexadecimal: '"0x10"',
    spaces: '" 1 "',
    'a leading zero': '"01"',
    'other digits': '"١"',
    'a truth value': 'true',
  },
  date: {
    'a day that is not': '"2024-02-30"',
    'too early': '"1999-12-31"',
    'too late': '"2100-01-01"',
    'a time too': '"2024-03-01T00:00:00Z"',
    'another order': '"01.03.2024"',
    'a number': '20240301',
    'the end of time': '"infinity"',
  },
  datetime: {
    'a day that is not': '"2024-02-30T00:00:00Z"',
    'an hour that is not': '"2024-03-01T25:00:00Z"',
    'too early': '"1999-12-31T23:59:59.999Z"',
    'too late': '"2100-01-01T00:00:00Z"',
    'another zone': '"2024-03-01T00:00:00+02:00"',
    'no zone': '"2024-03-01T00:00:00"',
    'a number': '1709251200',
  },
  bool: { 'a text': '"true"', 'a number': '1' },
};

/** Every way in which a single line of a kind can be wrong, one at a time. */
export function faultyLines(kind: Kind): FaultyLine[] {
  const fields = Object.entries(kind.fields);
  return [
    ...fields.flatMap(([name, field]) => faultsOf(kind, name, field)),
    ...kind.references.map(({ field, to, when }) => ({
      what: `${field} that nobody knows`,
      line: lineWith(kind, field, '"nobody"', when && { [when.field]: when.equals }),
      field,
      reason: `send it to ${to} first`,
    })),
    {
      what: 'an unknown field',
      line: lineWith(kind, 'colour', '1'),
      field: 'colour',
      reason: 'is not a field',
    },
    ...BROKEN.map(([what, line]) => ({ what, line, field: '', reason: 'is not a flat JSON object' })),
    {
      what: 'a field given twice',
      line: lineWith(kind, kind.key[0] ?? '', '"a"').replace('{', `{"${kind.key[0]}":"b",`),
      field: kind.key[0] ?? '',
      reason: 'is given twice',
    },
    { what: 'invalid UTF-8', line: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), field: '', reason: 'UTF-8' },
  ];
}

const BROKEN: readonly [string, string][] = [
  ['NaN', '{"a":NaN}'],
  ['a list', '[1]'],
  ['a nested object', '{"a":{"b":1}}'],
  ['a cut line', '{"a":'],
  ['two objects', '{} {}'],
  ['a number with a plus', '{"a":+1}'],
];

function faultsOf(kind: Kind, name: string, { type, required }: Field): FaultyLine[] {
  const isReference = kind.references.some(({ field }) => field === name);
  const wrong = Object.entries(WRONG[type.is]).filter(
    // Whatever a reference is, it is looked up: only what is no text at all is refused for its form.
    ([what]) => !isReference || what === 'a number',
  );
  return [
    ...(required
      ? ['undefined', 'null'].map((text) => ({
          what: `${name} is ${text}`,
          line: lineWith(kind, name, text),
          field: name,
          reason: 'is missing',
        }))
      : []),
    ...wrong.map(([what, text]) => ({
      what: `${name} is ${what}`,
      line: lineWith(kind, name, text),
      field: name,
      reason: 'must ',
    })),
    ...(type.is === 'text' && !isReference
      ? [
          {
            what: `${name} is too long`,
            line: lineWith(kind, name, JSON.stringify('A'.repeat(type.maxLength + 1))),
            field: name,
            reason: 'must be',
          },
        ]
      : []),
  ];
}

/** The example with one value written otherwise; `undefined` leaves it out. */
function lineWith(kind: Kind, name: string, text: string, further: FactRow = {}): string {
  const members = Object.entries({ ...exampleOf(kind), ...further })
    .filter(([field]) => field !== name)
    .map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`);
  if (text !== 'undefined') members.push(`${JSON.stringify(name)}:${text}`);
  return `{${members.join(',')}}`;
}
