/** What names a request at the server. */
interface Named {
  readonly idempotencyKey: string;
}

/**
 * Sends requests of a form with keys by which the server recognises a repeat. Until one has succeeded, an equal one is
 * its repeat: the answer may have been lost, and what the server has refused it does not remember.
 */
export function openRepeats() {
  const keys = new Map<string, string>();
  return async <Data>(request: object, send: (options: Named) => Promise<Data>): Promise<Data> => {
    const content = JSON.stringify(request);
    const idempotencyKey = keys.get(content) ?? crypto.randomUUID();
    keys.set(content, idempotencyKey);
    const data = await send({ idempotencyKey });
    keys.delete(content);
    return data;
  };
}
