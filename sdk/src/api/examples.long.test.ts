import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ExactJson } from '../decimal.ts';
import { DECIMALS, partner, shared, trading } from '../generated/operations.ts';
import { serve } from '../testing/serve.ts';
import { Transport, type Spec } from '../transport/index.ts';
import { Api } from './index.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly (string | number)[];
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Message {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters: readonly { readonly in?: string; readonly name?: string; readonly schema?: Schema }[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const OPENAPI = join(import.meta.dirname, '../../../docs/openapi');
const read = (service: string): Document =>
  JSON.parse(readFileSync(join(OPENAPI, `${service}.json`), 'utf8')) as Document;

/** The value as a caller sees it: numbers with decimals are text. */
function asSeen(value: unknown, schema: Schema, document: Document): unknown {
  const { $ref, type, properties = {}, additionalProperties, items, anyOf = [] } = schema;
  if ($ref !== undefined) {
    const named = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    return asSeen(value, named ?? {}, document);
  }
  if (typeof value === 'number') {
    const isDecimal = [schema, ...anyOf].some((choice) => [choice.type].flat().includes('number'));
    return isDecimal ? JSON.stringify(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => asSeen(each, items ?? {}, document));
  if (typeof value !== 'object' || value === null) return value;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const choice = type === undefined ? anyOf.find((each) => each.properties ?? each.$ref) : undefined;
  if (choice) return asSeen(value, choice, document);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      asSeen(member, properties[name] ?? others, document),
    ]),
  );
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const bodyOf = (message: Message | undefined) => Object.entries(message?.content ?? {})[0];

/** What the server received, as the example shows it. */
function parseBody(type: string | undefined, text = ''): unknown {
  if (type === FORM_TYPE) return Object.fromEntries(new URLSearchParams(text));
  return type === JSON_TYPE ? JSON.parse(text) : text;
}

it.each([
  ['trading', trading, undefined],
  ['partner', partner, new ExactJson(DECIMALS)],
] as const)('every example of the %s service round-trips', async (service, specs, json) => {
  const document = read(service);
  const named: Readonly<Record<string, Spec>> = { ...shared, ...specs };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, deprecated, parameters, requestBody, responses } = operation;
      if (deprecated === true) continue;
      const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
      const [answerType, shown] = bodyOf(answer) ?? [];
      if (shown !== undefined && answerType !== JSON_TYPE) continue;
      const { url, received } = await serve((_request, response) => {
        response.writeHead(Number(status), { 'content-type': JSON_TYPE });
        response.end(shown && JSON.stringify(shown.example));
      });
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const values = inPath.map(({ name = '', schema }) => [name, String(schema?.examples?.[0] ?? 'a/b c')]);
      const places = Object.fromEntries(values) as Record<string, string>;
      const [bodyType, sent] = bodyOf(requestBody) ?? [];
      const body = sent && asSeen(sent.example, sent.schema, document);
      const isForm = bodyType === FORM_TYPE;
      const input = {
        query: {},
        path: places,
        body: isForm ? new URLSearchParams(body as Record<string, string>) : body,
      };
      const api = new Api(new Transport({ url }, json), named);
      const result: unknown = await api.call(operationId, input);
      expect([operationId, result]).toEqual([
        operationId,
        shown ? asSeen(shown.example, shown.schema, document) : undefined,
      ]);
      const [request] = received;
      const expectedPath = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
        encodeURIComponent(places[name] ?? ''),
      );
      expect([request?.method, request?.url]).toEqual([method.toUpperCase(), expectedPath]);
      expect([operationId, parseBody(bodyType, request?.body)]).toEqual([operationId, sent?.example ?? '']);
    }
  }
});
