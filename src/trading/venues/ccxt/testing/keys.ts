/** What every imitated exchange accepts. Some want the secret in base 64. */
export const KEYS = { key: 'loopback-key', secret: 'bG9vcGJhY2stc2VjcmV0', password: 'loopback-word' };
