import { FRAMES, type Language } from './languages.ts';

/** The texts about one kind of occasion. `{name}` stands for the fact of this name. */
export interface NoticeText {
  /** It names nobody and nothing. */
  readonly title: string;
  /** Without addresses, names and amounts. */
  readonly short: string;
  readonly full: string;
}

/** How much a message says: only that there is something, no addresses, names and amounts, or everything. */
export const DETAILS = ['bare', 'short', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** What both allow. */
export const lessOf = (one: Detail, other: Detail): Detail =>
  DETAILS.indexOf(one) < DETAILS.indexOf(other) ? one : other;

interface Content {
  readonly text: NoticeText;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string;
}

export interface Composed {
  readonly title: string;
  /** What is below its title, if anything. */
  readonly body: string | undefined;
  /** All of it, as a letter. */
  readonly text: string;
  readonly html: string;
  readonly link: string;
}

/** The message as plain text and as HTML. Facts are text: what looks like markup in them stays text. */
export function compose({ text, facts, link }: Content, detail: Detail, language: Language): Composed {
  const frame = FRAMES[language];
  const title = detail === 'bare' ? frame.bare : text.title;
  const body = detail === 'bare' ? [] : [fill(text[detail], facts)];
  return {
    title,
    body: body[0],
    link,
    text:
      [...body, `${frame.open}: ${link}`, '-- ', frame.footer].join('\n\n').replace('-- \n\n', '-- \n') +
      '\n',
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(title)}</title></head>`,
      '<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">',
      `<h1 style="font-size: 1.25em">${escape(title)}</h1>`,
      ...body.map((each) => `<p>${escape(each)}</p>`),
      `<p><a href="${escape(link)}">${escape(frame.open)}</a></p>`,
      `<p style="font-size: 0.85em">${escape(frame.footer)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

function fill(template: string, facts: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`The template has {${name}}, which is not among the facts.`);
    return fact;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
