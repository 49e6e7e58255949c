import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const NAME = 'at most 64 characters, without the spaces at its ends';
const EXISTING = 'compared with those that exist';

/** Texts that the document does not bound, and what does. */
const BOUNDED_OTHERWISE: Readonly<Record<string, string>> = {
  account_name: NAME,
  group_title: NAME,
  kind: EXISTING,
  subpartner_uid: EXISTING,
  through: 'a day',
};

const BOUNDED_FORMATS = new Set(['date', 'date-time', 'uuid']);

it.each(['trading', 'partner'])(
  'every text, list and page size in requests to the %s service has a bound',
  (service) => {
    const { paths, components } = JSON.parse(
      readFileSync(`docs/openapi/${service}.json`, 'utf8'),
    ) as Document;

    const unboundedIn = (schema: Schema, name: string): string[] => {
      const { $ref, type, properties = {}, items, anyOf = [], maxItems, maximum } = schema;
      if ($ref !== undefined)
        return unboundedIn(components.schemas[$ref.replace('#/components/schemas/', '')] ?? {}, name);
      const types = new Set([type].flat());
      return [
        ...(types.has('string') && !isBounded(schema) && !(name in BOUNDED_OTHERWISE) ? [name] : []),
        ...(types.has('array') && maxItems === undefined ? [name] : []),
        ...(name === 'limit' && maximum === undefined ? [name] : []),
        ...(items === undefined ? [] : unboundedIn(items, name)),
        ...anyOf.flatMap((choice) => unboundedIn(choice, name)),
        ...Object.entries(properties).flatMap(([member, property]) => unboundedIn(property, member)),
      ];
    };

    const found = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters, requestBody }) => {
        // The server bounds all headers together.
        const own = parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path');
        const { schema: body } = requestBody?.content['application/json'] ?? {};
        return [
          ...own.flatMap(({ schema, name }) => unboundedIn(schema, name)),
          ...(body === undefined ? [] : unboundedIn(body, 'body')),
        ].map((name) => `${operationId}: ${name}`);
      });
    expect(found).toEqual([]);
  },
);

const isBounded = ({ enum: choices, format = '', maxLength, pattern = '' }: Schema): boolean =>
  choices !== undefined ||
  maxLength !== undefined ||
  BOUNDED_FORMATS.has(format) ||
  (/^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern));
