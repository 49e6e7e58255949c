import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../src/testing/database.ts';
import { inject } from '../../src/testing/inject.ts';
import { createServices } from '../testing/services.ts';
import { tokenOf } from '../testing/token.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const JSON_TYPE = 'application/json';
const HOSTILE = { NUL: '\0', 'half of a pair': '\ud800' };

const database = await createTestDatabase();
const services = await createServices({ database });

describe.each(Object.entries(services))('the %s service', async (service, app) => {
  const { body: source } = await inject(app, '/openapi.json');
  const document = JSON.parse(source) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  let authorization = '';
  beforeAll(async () => {
    authorization = await tokenOf(app, database.db, service);
  });

  it.each(operations)('refuses text that cannot be stored, wherever $name takes text', async (asked) => {
    const [method = '', path = ''] = asked.name.split(' ');
    const content = asked.operation.requestBody?.content ?? {};
    const [type = JSON_TYPE] = Object.keys(content);
    const send = (url: string, payload?: string) =>
      inject(app, {
        method,
        url,
        // An endless stream refuses this position instead of being sent.
        headers: {
          authorization,
          'last-event-id': 'none',
          ...(payload !== undefined && { 'content-type': JSON_TYPE in content ? JSON_TYPE : type }),
        },
        ...(payload !== undefined && { payload }),
      });
    const parameters = asked.operation.parameters ?? [];
    const plain = path.replaceAll(/\{\w+\}/g, '1');
    for (const parameter of parameters.filter(({ in: place }) => place === 'path' || place === 'query')) {
      const url =
        parameter.in === 'query'
          ? `${plain}?${parameter.name}=a%00b`
          : path.replace(`{${parameter.name}}`, 'a%00b').replaceAll(/\{\w+\}/g, '1');
      const { statusCode } = await send(url, method === 'GET' ? undefined : '{}');
      expect([parameter.name, statusCode]).toEqual([parameter.name, statusCode === 404 ? 404 : 400]);
    }
    const { schema, example } = content[JSON_TYPE] ?? {};
    if (schema === undefined) return;
    for (const [what, text] of Object.entries(HOSTILE)) {
      for (const [place, body] of placed(document, schema, example, text)) {
        const { statusCode, body: answer } = await send(plain, JSON.stringify(body));
        expect([what, place, statusCode, answer.includes('U+0000')]).toEqual([what, place, 400, true]);
      }
    }
  });
});

/** Bodies that have the text in one place each. */
function placed(document: Document, schema: Schema, example: unknown, text: string): [string, unknown][] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const named = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    return named ? placed(document, named, example, text) : [];
  }
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => placed(document, branch, example, text));
  const types = new Set([schema.type].flat());
  if (types.has('string')) return [['', text]];
  if (types.has('array') && schema.items)
    return placed(document, schema.items, undefined, text).map(([place, value]) => [`0.${place}`, [value]]);
  const fields = Object.entries(schema.properties ?? {});
  const own = fields.flatMap(([name, field]) =>
    placed(document, field, undefined, text).map(([place, value]): [string, unknown] => [
      `${name}.${place}`,
      { ...(example as object | undefined), [name]: value },
    ]),
  );
  return schema.additionalProperties === true || typeof schema.additionalProperties === 'object'
    ? [...own, ['*', { ...(example as object | undefined), [text]: text }]]
    : own;
}
