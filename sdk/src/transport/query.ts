type Parameter = string | number | boolean | undefined;

/**
 * A value as an item of a list, as saved views keep them: one with a comma stands in double quotes, and two quotes for
 * one. Lists in queries are given without it.
 */
export const listItem = (value: string): string =>
  /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const encodeItem = (value: Parameter): string => encodeURIComponent(listItem(String(value)));

/** The query of an address, without what is undefined. */
export function toQuery(query: object): string {
  const given = query as Record<string, Parameter | readonly Parameter[] | null>;
  const parts = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const isList = typeof value === 'object';
    return [`${name}=${isList ? value.map(encodeItem).join(',') : encodeURIComponent(String(value))}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
