import type { TSchema } from 'typebox';

interface SchemaParts {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** Returns the example of a schema, or one composed of its parts; undefined if a required part has none. */
export function makeExample(schema: TSchema): unknown {
  const {
    examples,
    const: only,
    enum: values,
    anyOf,
    items,
    properties,
    required = [],
  } = schema as SchemaParts;
  if (examples !== undefined) return examples[0];
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return anyOf.map(makeExample).find((example) => example !== undefined);
  if (items !== undefined) {
    const item = makeExample(items);
    return item === undefined ? undefined : [item];
  }
  if (properties === undefined) return undefined;
  const members = Object.entries(properties)
    .map(([name, property]) => [name, makeExample(property)] as const)
    .filter(([, example]) => example !== undefined);
  const named = new Set(members.map(([name]) => name));
  return required.every((name) => named.has(name)) ? Object.fromEntries(members) : undefined;
}
