/**
 * One-dimensional arrays of what JavaScript gives as text or number, told to postgres.js by the fixed numbers of
 * PostgreSQL's own types. Left to itself it asks each new connection for them, and when that connection is lost
 * meanwhile nobody handles the failure, which ends the process.
 */
export const ARRAY_TYPES = {
  integers: arrayType(1007, Number),
  texts: arrayType(1009, String),
  bigints: arrayType(1016, String),
  dates: arrayType(1182, String),
  numerics: arrayType(1231, String),
  uuids: arrayType(2951, String),
};

function arrayType<Element>(oid: number, parse: (text: string) => Element) {
  return {
    to: oid,
    from: [oid],
    serialize: (elements: readonly (string | number | null)[]) => `{${elements.map(quote).join(',')}}`,
    parse: (text: string) => unquote(text).map((element) => (element === null ? null : parse(element))),
  };
}

function quote(element: string | number | null): string {
  return element === null ? 'NULL' : `"${String(element).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

function unquote(text: string): (string | null)[] {
  return Array.from(text.matchAll(ELEMENT), ([, quoted, bare = null]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return bare === 'NULL' ? null : bare;
  });
}
