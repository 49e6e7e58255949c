import type { Clock } from '../../../kernel/index.ts';
import type { Token } from './token.ts';

const CHECK_EVERY_MS = 500;

/** Watches the tokens of open streams. */
export interface TokenWatch {
  /** Calls back once the token has expired or was revoked. Returns the function that removes the callback. */
  add(token: Token, onEnd: () => void): () => void;
  stop(): void;
}

export function watchTokens(clock: Clock): TokenWatch {
  const callbacks = new Map<Token, Set<() => void>>();
  let isChecking = false;

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    for (const [token, onEnds] of callbacks) if (await hasEnded(token)) onEnds.forEach((onEnd) => onEnd());
    isChecking = false;
  }

  async function hasEnded(token: Token): Promise<boolean> {
    if (token.expiresAtMs <= clock.now().getTime()) return true;
    try {
      return await token.isRevoked();
    } catch {
      // The database is unavailable; the next check tries again.
      return false;
    }
  }

  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  return {
    add(token, onEnd) {
      const onEnds = callbacks.get(token) ?? new Set();
      callbacks.set(token, onEnds.add(onEnd));
      return () => {
        onEnds.delete(onEnd);
        if (onEnds.size === 0 && callbacks.get(token) === onEnds) callbacks.delete(token);
      };
    },
    stop: () => clearInterval(timer),
  };
}
