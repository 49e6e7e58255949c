/**
 * Joins calls: while the action runs for a key, all calls for it share the one run that follows. Each call is
 * thus answered by a run that began after it.
 */
export function coalesce<Key extends object>(
  action: (key: Key) => Promise<void>,
): (key: Key) => Promise<void> {
  const running = new WeakMap<Key, { now: Promise<void>; next?: Promise<void> }>();

  function begin(key: Key): Promise<void> {
    const now = action(key).finally(() => {
      if (running.get(key)?.next === undefined) running.delete(key);
    });
    running.set(key, { now });
    return now;
  }

  return (key) => {
    const run = running.get(key);
    if (!run) return begin(key);
    run.next ??= run.now.then(
      () => begin(key),
      () => begin(key),
    );
    return run.next;
  };
}
