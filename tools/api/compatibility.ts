/** A part of an OpenAPI document. */
type Node = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Node>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>>; readonly parameters: Node };
}

type Direction = 'request' | 'response';

/** What a program that was written for the released document can stumble over in the present one; docs/compatibility.md. */
export function findBreaks(released: Document, present: Document): string[] {
  return new Comparison(released, present).run();
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

class Comparison {
  readonly #released: Document;
  readonly #present: Document;
  readonly #breaks = new Set<string>();
  /** Pairs of components that were compared, which may contain each other. */
  readonly #compared = new Set<string>();

  constructor(released: Document, present: Document) {
    this.#released = released;
    this.#present = present;
  }

  run(): string[] {
    for (const [path, methods] of Object.entries(this.#released.paths)) {
      for (const method of METHODS) {
        const before = methods[method] as Node | undefined;
        if (!before) continue;
        const name = `${method.toUpperCase()} ${path}`;
        const after = this.#present.paths[path]?.[method] as Node | undefined;
        if (after) this.#operation(name, before, after);
        else this.#report(name, 'is gone');
      }
    }
    return [...this.#breaks];
  }

  #report(place: string, what: string): void {
    this.#breaks.add(`${place} ${what}`);
  }

  #operation(name: string, before: Node, after: Node): void {
    if (before['operationId'] !== after['operationId'])
      this.#report(name, `is now called ${String(after['operationId'])}`);
    this.#scopes(name, before, after);
    this.#parameters(name, before, after);
    this.#body(name, before, after);
    for (const [status, answer] of Object.entries((before['responses'] ?? {}) as Record<string, Node>)) {
      if (!/^[23]/.test(status)) continue;
      const place = `${name} ${status}`;
      const now = (after['responses'] as Record<string, Node>)[status];
      if (now) this.#content('response', place, answer, now);
      else this.#report(place, 'is gone');
    }
  }

  /** A caller that was allowed must stay allowed. */
  #scopes(name: string, before: Node, after: Node): void {
    const scopesOf = (operation: Node): readonly (readonly string[])[] =>
      ((operation['security'] ?? []) as Record<string, readonly string[]>[]).map(
        (way) => way['oauth2'] ?? [],
      );
    const [had, has] = [scopesOf(before), scopesOf(after)];
    if (had.length === 0 && has.length > 0) return this.#report(name, 'needs a token');
    const missing = (has[0] ?? []).filter((scope) => !(had[0] ?? []).includes(scope));
    if (missing.length > 0) this.#report(name, `needs the scope ${missing.join(', ')}`);
  }

  #parameters(name: string, before: Node, after: Node): void {
    const [had, has] = [this.#parametersOf(this.#released, before), this.#parametersOf(this.#present, after)];
    for (const [key, parameter] of had) {
      const now = has.get(key);
      if (!now) this.#report(`${name} ${key}`, 'is gone');
      else this.#schema('request', `${name} ${key}`, parameter['schema'], now['schema']);
    }
    for (const [key, parameter] of has) {
      if (parameter['required'] === true && had.get(key)?.['required'] !== true)
        this.#report(`${name} ${key}`, 'is required');
    }
  }

  #parametersOf({ components }: Document, operation: Node): ReadonlyMap<string, Node> {
    const listed = (operation['parameters'] ?? []) as Node[];
    return new Map(
      listed.map((parameter) => {
        const name = /^#\/components\/parameters\/(.+)$/.exec(String(parameter['$ref']))?.[1];
        const found = name === undefined ? parameter : (components.parameters[name] as Node);
        return [`${String(found['in'])} ${String(found['name'])}`, found];
      }),
    );
  }

  #body(name: string, before: Node, after: Node): void {
    const [had, has] = [before['requestBody'], after['requestBody']] as (Node | undefined)[];
    if (had && !has) this.#report(`${name} body`, 'is gone');
    else if (!had && has?.['required'] === true) this.#report(`${name} body`, 'is required');
    else if (had && has) this.#content('request', `${name} body`, had, has);
  }

  #content(direction: Direction, place: string, before: Node, after: Node): void {
    const [had, has] = [before['content'] ?? {}, after['content'] ?? {}] as Record<string, Node>[];
    for (const [type, media] of Object.entries(had ?? {})) {
      const now = has?.[type];
      if (now) this.#schema(direction, `${place} ${type}`, media['schema'], now['schema']);
      else this.#report(`${place} ${type}`, 'is gone');
    }
  }

  #schema(direction: Direction, place: string, given: unknown, now: unknown): void {
    const [before, after] = [this.#resolve(this.#released, given), this.#resolve(this.#present, now)];
    const pair = `${direction} ${before.name} ${after.name}`;
    if (before.name !== '' && this.#compared.has(pair)) return;
    this.#compared.add(pair);
    this.#types(direction, place, before.schema, after.schema);
    this.#values(direction, place, before.schema, after.schema);
    this.#members(direction, place, before.schema, after.schema);
    if (before.schema['items'] && after.schema['items'])
      this.#schema(direction, `${place}[]`, before.schema['items'], after.schema['items']);
  }

  #resolve({ components }: Document, schema: unknown): { readonly name: string; readonly schema: Node } {
    const { $ref, ...node } = (schema ?? {}) as Node;
    const name = /^#\/components\/schemas\/(.+)$/.exec(String($ref))?.[1];
    return name === undefined
      ? { name: '', schema: node }
      : { name, schema: { ...components.schemas[name], ...node } };
  }

  /** A request may take more types than before, a response may have fewer. */
  #types(direction: Direction, place: string, before: Node, after: Node): void {
    const [had, has] = [typesOf(before), typesOf(after)];
    const [wide, narrow] = direction === 'request' ? [has, had] : [had, has];
    if (wide.length === 0 || narrow.length === 0) return;
    const isWithin = narrow.every(
      (type) => wide.includes(type) || (type === 'integer' && wide.includes('number')),
    );
    if (!isWithin) this.#report(place, `is now ${has.join(' or ')} instead of ${had.join(' or ')}`);
  }

  /** New values of responses are announced in the changelog; programs must expect them. */
  #values(direction: Direction, place: string, before: Node, after: Node): void {
    if (direction !== 'request' || !Array.isArray(after['enum'])) return;
    const has = after['enum'] as unknown[];
    const had = before['enum'] as unknown[] | undefined;
    const lost = had?.filter((value) => !has.includes(value)) ?? ['any other value'];
    if (lost.length > 0) this.#report(place, `does not take ${lost.map(String).join(', ')}`);
  }

  #members(direction: Direction, place: string, before: Node, after: Node): void {
    const had = (before['properties'] ?? {}) as Node;
    const has = (after['properties'] ?? {}) as Node;
    const isRequired = (schema: Node, name: string): boolean =>
      ((schema['required'] ?? []) as string[]).includes(name);
    for (const [name, schema] of Object.entries(had)) {
      const member = `${place}.${name}`;
      if (!(name in has)) this.#report(member, 'is gone');
      else if (direction === 'response' && isRequired(before, name) && !isRequired(after, name))
        this.#report(member, 'may be missing');
      else this.#schema(direction, member, schema, has[name]);
    }
    if (direction === 'response') return;
    for (const name of Object.keys(has)) {
      if (isRequired(after, name) && !isRequired(before, name))
        this.#report(`${place}.${name}`, 'is required');
    }
  }
}

function typesOf({ type, enum: values, anyOf }: Node): readonly string[] {
  if (Array.isArray(anyOf)) return [...new Set((anyOf as Node[]).flatMap(typesOf))];
  if (Array.isArray(type)) return type as string[];
  if (typeof type === 'string') return [type];
  return Array.isArray(values) ? [...new Set(values.map((value) => typeof value))] : [];
}
