/** A part of the document. */
export type Node = Record<string, unknown>;

export interface Components {
  readonly schemas: Node;
  readonly responses: Node;
}

const SCHEMAS = '#/components/schemas/';

/** Moves schemas with a title to the components and refers to them. */
export function withReferences(schema: unknown, components: Components): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'examples' || key === 'default' ? value : withReferences(value, components),
    ]),
  );
  if (node['x-number'] === true) return asNumber(node);
  const { title, enum: choices } = node;
  if (Array.isArray(node['anyOf'])) return ofTypes(orNull(node, node['anyOf'] as Node[], components));
  // TypeBox omits the type of string enums; OpenAPI tools expect it.
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string'))
    node['type'] ??= 'string';
  if (typeof title !== 'string' || node['type'] !== 'object') return node;
  const { schemas } = components;
  if (title in schemas && JSON.stringify(schemas[title]) !== JSON.stringify(node))
    throw new Error(`Two different schemas have the title ${title}. Rename one of them.`);
  schemas[title] = node;
  return { $ref: `${SCHEMAS}${title}` };
}

/** What is read as text, so that no digit of a number is lost, is a number for callers. */
function asNumber({
  examples,
  pattern: _pattern,
  'x-form': _form,
  'x-number': _number,
  ...node
}: Node): Node {
  return { ...node, type: 'number', examples: (examples as string[]).map(Number) };
}

/** Writes `X or null` as one schema of two types, which tools support better than `anyOf`. */
function orNull(node: Node, choices: readonly Node[], { schemas }: Components): Node {
  const [choice, ...others] = choices.filter(({ type }) => type !== 'null');
  if (choice === undefined || others.length > 0 || choices.length !== 2) return node;
  const { $ref, enum: words } = choice;
  const schema = typeof $ref === 'string' ? (schemas[$ref.replace(SCHEMAS, '')] as Node) : choice;
  const { anyOf: _choices, ...rest } = node;
  return {
    ...schema,
    ...rest,
    type: [schema['type'], 'null'],
    ...(Array.isArray(words) && { enum: [...(words as unknown[]), null] }),
  };
}

/** Keywords that say something about values of one type only. */
const OF_ONE_TYPE = new Set(['type', 'minLength', 'maxLength', 'items', 'minItems', 'maxItems']);

/** Writes a choice between plain types as one schema of several types, for the same reason. */
function ofTypes({ anyOf, ...rest }: Node): Node {
  if (!Array.isArray(anyOf)) return rest;
  const choices = anyOf as Node[];
  const types = choices.map(({ type }) => type);
  const keywords = choices.flatMap((choice) => Object.keys(choice)).filter((name) => name !== 'type');
  const arePlain =
    types.every((type) => typeof type === 'string') &&
    keywords.every((name) => OF_ONE_TYPE.has(name)) &&
    new Set(types).size === types.length &&
    new Set(keywords).size === keywords.length;
  if (!arePlain) return { ...rest, anyOf };
  const merged = Object.fromEntries(choices.flatMap((choice) => Object.entries(choice)));
  return { ...rest, ...merged, type: types };
}
