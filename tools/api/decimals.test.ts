import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Node = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
}
interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Node>> }>>;
}

const read = (service: string): Document =>
  JSON.parse(readFileSync(`docs/openapi/${service}.json`, 'utf8')) as Document;

/** Members of answers that are texts although they have decimals, and why. */
const TEXTS: Readonly<Record<string, string>> = {
  'Payout.reward_usd': 'version 0.2.0 had it as text',
  'CompensationExplanation.commission_percentage': 'the interface document has it as text in the report',
  'FactField.example': 'a fact as it is sent',
};

const NAMES = /_usd$|(^|_)(amount|balance|percent|percentage)$/;
const typesOf = ({ type }: Node): unknown[] => [type].flat();

/** Whether a text is a decimal, by its name, its description or its examples. */
function isDecimalText(name: string, schema: Node): boolean {
  if (!typesOf(schema).includes('string')) return false;
  const { examples = [], description = '' } = schema as { examples?: unknown[]; description?: string };
  return (
    NAMES.test(name) ||
    /exact decimal/.test(description) ||
    examples.some((example) => typeof example === 'string' && /^-?\d+\.\d+$/.test(example))
  );
}

/** The members of all successful JSON answers but those of reports, each with the name of its schema before it. */
function membersOf({ paths, components }: Document): Map<string, Node> {
  const found = new Map<string, Node>();
  const seen = new Set<unknown>();
  const visit = (node: unknown, owner: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties = {}, ...rest } = node as Node;
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      visit(components.schemas[name], name);
    }
    for (const [name, member] of Object.entries(properties as Node)) {
      found.set(`${owner}.${name}`, member as Node);
      visit(member, `${owner}.${name}`);
    }
    for (const [key, value] of Object.entries(rest)) if (!key.startsWith('example')) visit(value, owner);
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const isReport = path.includes('/reports/') && 'text/csv' in content;
        if (status.startsWith('2') && !isReport) visit(content['application/json'], path);
      }
    }
  }
  return found;
}

test('the partner service writes decimals as numbers in all answers but the reports', () => {
  const members = membersOf(read('partner'));
  const texts = [...members].flatMap(([path, schema]) =>
    isDecimalText(path.slice(path.lastIndexOf('.') + 1), schema) ? [path] : [],
  );
  expect(texts.toSorted()).toEqual(Object.keys(TEXTS).toSorted());
  const numbers = [...members.values()].filter((schema) => typesOf(schema).includes('number'));
  expect(numbers.length).toBeGreaterThan(30);
});

test('the trading service writes decimals as texts in all answers', () => {
  const members = membersOf(read('trading'));
  const numbers = [...members].filter(([, schema]) => typesOf(schema).includes('number'));
  expect(numbers.map(([path]) => path)).toEqual([]);
});
