import type { TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import type { TLocalizedValidationError } from 'typebox/error';
import type { FieldErrors } from './errors.ts';

/** Checks a raw value, adds its errors to `errors`, and returns it in its declared types. */
export type Checker = (value: unknown, errors: FieldErrors) => unknown;

// TypeBox stops after 8 errors by default; callers get all errors together.
Settings.Set({ maxErrors: 200 });

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** No place is further from UTC than 14 hours, and PostgreSQL refuses more than 16. */
const ZONE = /(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/i;

// TypeBox also accepts what Date or PostgreSQL cannot represent: leap seconds, the year 0, names of time zones.
Format.Set('date', (text) => Format.IsDate(text) && !text.startsWith('0000'));
Format.Set('date-time', (text) => {
  if (!Format.IsDateTime(text) || !ZONE.test(text)) return false;
  const atMs = Date.parse(text);
  return atMs >= EARLIEST_MS && atMs <= LATEST_MS;
});

/** Compiles a schema when it is first needed: most of those of a process are not needed soon. */
function compiledOnce(schema: TSchema): () => Validator {
  let compiled: Validator | undefined;
  return () => (compiled ??= Compile(schema));
}

/** Checks a value such as a JSON body. Field paths are dotted: `blockchainDestination.address`. */
export function valueChecker(schema: TSchema): Checker {
  const validator = compiledOnce(schema);
  return (value, errors) => {
    const compiled = validator();
    if (value === undefined) report(errors, '', 'is required');
    else if (!compiled.Check(value)) explain(compiled.Errors(value), schema, value, errors);
    return value;
  };
}

/** Checks values that arrive as text, such as query parameters, after reading them as their declared types. */
export function textChecker(schema: TObject): Checker {
  const validator = compiledOnce(schema);
  const readers = Object.entries(schema.properties).flatMap(([name, property]) => {
    const readText = textReader(property);
    return readText === asGiven ? [] : { name, readText };
  });
  return (value, errors) => {
    const given = value as Record<string, unknown>;
    let read = given;
    for (const { name, readText } of readers) {
      if (given[name] === undefined) continue;
      if (read === given) read = { ...given };
      read[name] = readText(given[name]);
    }
    const compiled = validator();
    if (!compiled.Check(read)) explain(compiled.Errors(read), schema, read, errors);
    return read;
  };
}

type Reader = (given: unknown) => unknown;

const INTEGER = /^-?\d{1,16}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Converts text to the type of a schema; other text stays unchanged, and the check rejects it. */
export function textReader(schema: TSchema): Reader {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'array') return (given) => (Array.isArray(given) ? given : [given]).flatMap(splitList);
  if (type === 'integer') return (given) => (isText(given) && isExactInteger(given) ? Number(given) : given);
  if (type === 'number') return (given) => (isText(given) && NUMBER.test(given) ? Number(given) : given);
  if (type === 'boolean') return (given) => (given === 'true' ? true : given === 'false' ? false : given);
  return asGiven;
}

const isExactInteger = (text: string): boolean => INTEGER.test(text) && Number.isSafeInteger(Number(text));

const asGiven: Reader = (given) => given;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The items of a comma-separated list; in double quotes an item can contain commas, and two quotes for one. */
const ITEM = /(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))(?=,|$)/g;

const splitList = (given: unknown): unknown =>
  isText(given)
    ? Array.from(given.matchAll(ITEM), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain)
    : given;

function report(errors: FieldErrors, path: string, message: string): void {
  const messages = (errors[path] ??= []);
  if (!messages.includes(message)) messages.push(message);
}

function explain(
  faults: readonly TLocalizedValidationError[],
  schema: TSchema,
  value: unknown,
  errors: FieldErrors,
): void {
  // A union reports its own error and those of every branch, of which only one kind helps the caller.
  const hidden = faults
    .filter((fault) => fault.keyword === 'anyOf')
    .map(({ schemaPath, instancePath }) => {
      const isMeant = isMeantFor(valueAt(value, instancePath), schemaAt(schema, schemaPath));
      return { schemaPath, own: isMeant, below: isMeant ? `${schemaPath}/anyOf/1` : `${schemaPath}/` };
    });
  const isHidden = ({ keyword, schemaPath }: TLocalizedValidationError): boolean =>
    hidden.some(
      ({ own, below, ...union }) =>
        schemaPath.startsWith(below) || (own && keyword === 'anyOf' && schemaPath === union.schemaPath),
    );
  for (const fault of faults) {
    if (isHidden(fault)) continue;
    const path = dotted(fault.instancePath);
    const at = schemaAt(schema, fault.schemaPath);
    switch (fault.keyword) {
      case 'boolean':
        break;
      case 'required':
        for (const name of fault.params.requiredProperties) report(errors, join(path, name), 'is required');
        break;
      case 'additionalProperties':
        for (const name of fault.params.additionalProperties)
          report(errors, join(path, name), unknownName(at));
        break;
      default:
        if (Array.isArray(valueAt(value, fault.instancePath)) && isOfOne(fault.keyword))
          report(errors, path, 'must be given only once');
        else report(errors, path, message(fault, at));
    }
  }
}

/** Whether a value is of the type that a schema wants which also takes null. */
function isMeantFor(value: unknown, { anyOf }: SchemaLike): boolean {
  const [wanted, other, ...more] = Array.isArray(anyOf) ? (anyOf as SchemaLike[]) : [];
  if (other?.['type'] !== 'null' || more.length > 0) return false;
  return wanted?.['type'] === (Array.isArray(value) ? 'array' : typeof value);
}

/** Errors of a list where one value is expected. */
const isOfOne = (keyword: string): boolean => ['type', 'enum', 'const'].includes(keyword);

function unknownName(schema: SchemaLike): string {
  const known = Object.keys(schema.properties ?? {});
  return known.length === 0
    ? 'is not known here; nothing is expected'
    : `is not known here; known: ${known.join(', ')}`;
}

interface SchemaLike {
  readonly [key: string]: unknown;
  readonly properties?: Record<string, unknown>;
}

function message(fault: TLocalizedValidationError, schema: SchemaLike): string {
  // A schema can describe its pattern in words.
  if (fault.keyword === 'pattern' && isText(schema['x-form'])) return `must be ${schema['x-form']}`;
  switch (fault.keyword) {
    case 'type':
      return `must be ${article(String(fault.params.type))}`;
    case 'enum':
      return `must be one of ${fault.params.allowedValues.join(', ')}`;
    case 'const':
      return `must be ${String(fault.params.allowedValue)}`;
    case 'anyOf':
      return `must be one of ${choices(schema)}`;
    case 'minimum':
      return `must be at least ${fault.params.limit}`;
    case 'maximum':
      return `must be at most ${fault.params.limit}`;
    case 'minLength':
      return fault.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${fault.params.limit} characters`;
    case 'maxLength':
      return `must have at most ${fault.params.limit} characters`;
    case 'minItems':
      return `must have at least ${fault.params.limit} items`;
    case 'maxItems':
      return `must have at most ${fault.params.limit} items`;
    case 'format':
      return `must be ${FORMATS[fault.params.format] ?? `in the form ${fault.params.format}`}`;
    default:
      return fault.message;
  }
}

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  date: 'a date such as 2026-01-31',
  'date-time': 'a UTC time such as 2026-01-31T12:00:00.000Z',
  uri: 'an absolute URL',
  url: 'an absolute URL',
};

const article = (type: string): string =>
  /^[aeio]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`;

function choices(schema: SchemaLike): string {
  const branches = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as SchemaLike[]) : [];
  return branches
    .flatMap((branch) => branch['enum'] ?? [branch['const'] ?? branch['type']])
    .map((choice) => JSON.stringify(choice).replaceAll('"', ''))
    .join(', ');
}

function schemaAt(schema: TSchema, schemaPath: string): SchemaLike {
  const at = schemaPath.split('/').slice(1).reduce<unknown>(member, schema);
  return typeof at === 'object' && at !== null ? (at as SchemaLike) : {};
}

function valueAt(value: unknown, instancePath: string): unknown {
  return instancePath.split('/').slice(1).map(unescape).reduce<unknown>(member, value);
}

function member(at: unknown, name: string): unknown {
  return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
const dotted = (instancePath: string): string => instancePath.split('/').slice(1).map(unescape).join('.');
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
