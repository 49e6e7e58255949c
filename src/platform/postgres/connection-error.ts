const NO_CONNECTION = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // The server says it is stopping, crashed, starting, or full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Whether a query failed because the database could not be reached: nothing is wrong with the query itself. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return NO_CONNECTION.has(error.code) || error.code.startsWith('08');
}
