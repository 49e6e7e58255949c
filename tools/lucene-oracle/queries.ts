import type { Document } from '../../src/platform/lucene/testing/corpus.ts';
/** Filters of which each shows one rule of the classic parser, or one fault. */
import edgeCases from './edge-cases.json' with { type: 'json' };
import { Random } from './random.ts';

const KEYWORDS = ['reference', 'id', 'status', 'tenantId', 'fromAsset', 'toAsset', 'venues'] as const;
const NUMBERS = ['from', 'to'] as const;
const WORDS = ['  ', 'AND', ' OR ', ' TO ', '\\u00', '🚀'];
const SPECIAL = [...'+-!():^[]"{}~*?\\/&| \t\u3000é'.split(''), ...WORDS];

/** Every construct alone, random combinations of them, and filters broken in random places. */
export function drawQueries(documents: readonly Document[], seed: number): string[] {
  const generator = new Generator(documents, new Random(seed));
  const queries = new Set<string>(edgeCases);
  const add = (count: number, draw: () => string): void => {
    for (const target = queries.size + count; queries.size < target;) {
      const query = draw();
      if (query.length <= 200 && !isReadDifferently(query)) queries.add(query);
    }
  };
  add(900, () => generator.leaf());
  add(300, () => generator.numeric());
  add(400, () => generator.regexp());
  add(300, () => generator.fuzzy());
  add(900, () => generator.combination(0));
  add(700, () => generator.broken());
  add(300, () => generator.soup());
  return [...queries];
}

/** Regular expressions that are refused on purpose stand in a list of their own. */
function isReadDifferently(query: string): boolean {
  return query.includes('/') && /[~&]|\\[A-Za-z]|\{\d{3}/.test(query);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function literal(character: string): string {
  return character.replace(/[^A-Za-z0-9\u0080-\uffff]/, '\\$&');
}

class Generator {
  readonly #documents: readonly Document[];
  readonly #random: Random;

  constructor(documents: readonly Document[], random: Random) {
    this.#documents = documents;
    this.#random = random;
  }

  leaf(): string {
    const random = this.#random;
    const field = this.#field();
    const value = this.#value(field);
    const draw = random.pick([
      () => this.#escaped(value),
      () => this.#quoted(value) + random.pick(['', '', '~', '~2', '~0.5']),
      () => this.#wildcard(value),
      () => this.#wildcard(value),
      () => this.#range(value, this.#value(field)),
      () => this.#range(value, this.#value(field)),
      () => this.#unicode(value),
      () => this.#similar(value) + random.pick(['~', '~1', '~2', '~0.5', '~0.8', '~0']),
      () => '*',
    ]);
    return this.#prefixed(field) + draw() + random.pick(['', '', '', '^2', '^0.5']);
  }

  numeric(): string {
    const random = this.#random;
    const field = random.pick(NUMBERS);
    const number = (): string =>
      random.pick([
        this.#random.pick(this.#documents)[field] ?? '7',
        String(random.below(60)),
        '1.500',
        '0.0',
      ]);
    const draw = random.pick([
      () => number().replace('-', '\\-'),
      () => this.#quoted(number()),
      () => this.#range(number(), number()),
      () => this.#range(number(), number()),
      () => `(${this.#quoted(number())} OR ${this.#range(number(), number())})`,
      () => '*',
      () =>
        random.pick(['x', '1*', '1?', '/1/', '1~', '"x"', '[a TO b]', '1e3', '01', '.5', '5.', '""', '1,5']),
    ]);
    return `${field}:${draw()}`;
  }

  regexp(): string {
    const field = this.#field();
    const body = this.#random.chance(70) ? this.#loosened(this.#value(field)) : this.#expression(0);
    return `${this.#prefixed(field)}/${body.replaceAll('/', '\\/')}/`;
  }

  fuzzy(): string {
    const random = this.#random;
    const similarity = [
      '~',
      '~1',
      '~2',
      '~0.5',
      '~0.7',
      '~0.9',
      '~0',
      '~3',
      '~1.0',
      '~1.5',
      '~x',
      '~-1',
      ' ~1',
    ];
    const field = random.chance(80) ? 'reference' : this.#field();
    return this.#prefixed(field) + this.#similar(this.#value(field)) + random.pick(similarity);
  }

  combination(depth: number): string {
    const random = this.#random;
    const operators = [
      ' ',
      ' ',
      ' AND ',
      ' OR ',
      ' && ',
      ' || ',
      ' AND NOT ',
      ' OR NOT ',
      '\t',
      '\u3000',
      ' and ',
    ];
    const signs = ['', '', '', '', '+', '-', '!', 'NOT ', '- '];
    let text = '';
    for (const clause of random.list(1, 4, () => this.#clause(depth))) {
      text += (text ? random.pick(operators) : '') + random.pick(signs) + clause;
    }
    return text;
  }

  #clause(depth: number): string {
    const random = this.#random;
    if (depth < 3 && random.chance(25)) {
      const field = random.chance(40) ? `${this.#field()}:` : '';
      return `${field}(${this.combination(depth + 1)})${random.pick(['', '', '^3'])}`;
    }
    if (random.chance(8)) return '*:*';
    if (random.chance(15)) return this.numeric();
    return random.chance(60) ? this.#frequent() : this.leaf();
  }

  /** A clause that many documents meet, so that combinations select some. */
  #frequent(): string {
    const random = this.#random;
    const fields = ['status', 'tenantId', 'fromAsset', 'toAsset', 'venues'] as const;
    const field = random.pick(fields);
    return `${field}:${this.#value(field) || '*'}`;
  }

  /** A filter with a few characters taken out, doubled, put in or moved. */
  broken(): string {
    const random = this.#random;
    let text = random.chance(50)
      ? this.combination(1)
      : random.pick([this.leaf(), this.regexp(), this.numeric()]);
    for (let count = 1 + random.below(3); count > 0; count--) {
      const at = random.below(text.length + 1);
      const rest = random.pick([text.slice(at), text.slice(at + 1), text.charAt(at) + text.slice(at)]);
      text = text.slice(0, at) + (random.chance(60) ? random.pick(SPECIAL) : '') + rest;
    }
    return text;
  }

  /** Tokens in any order. */
  soup(): string {
    const random = this.#random;
    const tokens = [
      ...SPECIAL,
      'a',
      'b',
      'abc',
      'status:',
      'from:',
      'nofield:',
      '1',
      '[a TO b]',
      '{* TO b]',
      '/a./',
    ];
    return random.list(1, 8, () => random.pick(tokens) + random.pick(['', ' '])).join('');
  }

  #field(): (typeof KEYWORDS)[number] {
    return this.#random.chance(50) ? 'reference' : this.#random.pick(KEYWORDS);
  }

  #prefixed(field: string): string {
    return field === 'reference' && this.#random.chance(60) ? '' : `${field}:`;
  }

  #value(field: (typeof KEYWORDS)[number]): string {
    const value = this.#random.pick(this.#documents)[field] ?? 'a';
    return typeof value === 'string' ? value : (value[0] ?? 'kraken');
  }

  #escaped(value: string): string {
    return value.replaceAll(/[^A-Za-z0-9\u0080-\u2fff\u3001-\uffff]/g, '\\$&') || '""';
  }

  #quoted(value: string): string {
    return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  }

  #unicode(value: string): string {
    const characters = Array.from(value, (character) =>
      this.#random.chance(40) ? character.split('').map(unicodeEscape).join('') : this.#escaped(character),
    );
    return characters.join('') || '""';
  }

  #wildcard(value: string): string {
    const units = Array.from(value, (unit) => this.#random.pick(['?', '*', unit, unit, unit, unit]));
    const kept = this.#random.chance(40)
      ? [...units.slice(0, this.#random.below(units.length + 1)), '*']
      : units;
    return kept.map((unit) => (unit === '*' || unit === '?' ? unit : this.#escaped(unit))).join('') || '*';
  }

  #range(from: string, to: string): string {
    const random = this.#random;
    const bound = (value: string): string => {
      if (random.chance(15)) return '*';
      const isPlain = /^[^\s\]}"\\]+$/.test(value);
      return isPlain && random.chance(70) ? value : this.#quoted(value || 'a');
    };
    return `${random.pick(['[', '{'])}${bound(from)} TO ${bound(to)}${random.pick([']', '}'])}`;
  }

  /** The value with up to three edits. */
  #similar(value: string): string {
    const random = this.#random;
    const units = Array.from(value);
    for (let count = random.below(4); count > 0; count--) {
      const at = random.below(units.length + 1);
      const letter = random.pick(['a', 'b', 'x', '1', 'ü', '🚀']);
      random.pick([
        () => units.splice(at, 0, letter),
        () => units.splice(at, 1),
        () => units.splice(at, 1, letter),
        () => units.splice(at, 2, units[at + 1] ?? letter, units[at] ?? letter),
      ])();
    }
    return this.#escaped(units.join('')).replace('""', 'a');
  }

  /** An expression that the value matches, more or less. */
  #loosened(value: string): string {
    const random = this.#random;
    const units = Array.from(value, (unit) =>
      random.pick([
        () => literal(unit),
        () => literal(unit),
        () => literal(unit),
        () => '.',
        () => `[${literal(unit)}x]`,
        () => `[^${literal(unit)}]`,
        () => `${literal(unit)}${random.pick(['*', '+', '?', '{1,2}', '{1}', '{0,}'])}`,
        () => `(${literal(unit)}|b${random.pick(['', '?', '*'])})`,
        () => (/[0-9]/.test(unit) ? random.pick(['[0-9]', '[0-9]+', '<0-9>', '<0-30>']) : literal(unit)),
        () => (unit === '"' ? literal(unit) : `"${unit}"`),
      ])(),
    );
    return random.chance(30) ? `${units.slice(0, random.below(units.length + 1)).join('')}@` : units.join('');
  }

  #expression(depth: number): string {
    const random = this.#random;
    const atoms = [
      'a',
      'b',
      'c',
      '1',
      '.',
      '[a-c]',
      '[^b]',
      '@',
      '#',
      '()',
      '"ab"',
      '<1-30>',
      '<01-30>',
      '\\.',
      '-',
    ];
    const atom = (): string =>
      depth < 2 && random.chance(30) ? `(${this.#expression(depth + 1)})` : random.pick(atoms);
    const repeated = (): string =>
      atom() + random.pick(['', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '{2,1}', '**', '+?']);
    return random.list(1, 3, () => random.list(1, 4, repeated).join('')).join('|');
  }
}
