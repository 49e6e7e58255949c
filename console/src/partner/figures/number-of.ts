/** The number that an address names a row by; undefined for what cannot be one. */
export const numberOf = (id: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
