import { useEffect, useRef } from 'react';

/** How long after `g` a letter belongs to it. */
const WITHIN_MS = 3_000;
const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** `g` and then a letter goes to a screen. Neither key does anything else then. */
export function useGoKeys(go: (key: string) => boolean): void {
  const begunAt = useRef(-Infinity);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
      const isAsked = document.querySelector('[role="dialog"]') !== null;
      if (isTyping || isAsked || ctrlKey || metaKey || altKey) return;
      const isSecond = event.timeStamp - begunAt.current < WITHIN_MS;
      begunAt.current = key === 'g' && !isSecond ? event.timeStamp : -Infinity;
      if (!isSecond || !go(key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Before the keys of lists: a letter after `g` is not theirs.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [go]);
}
