import { useEffect } from 'react';

const SIGNS = ['click', 'keydown', 'mousemove', 'scroll', 'touchmove', 'wheel'] as const;
const KEY = 'quaestor-active-at';
/** A mouse that moves sends a hundred events a second. */
const NOTE_EVERY_MS = 1_000;

/** Calls when nobody has used the console in any of its tabs for so long. */
export function useAbsence(afterMs: number, onAbsent: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let notedAt = -Infinity;
    const note = () => {
      const now = Date.now();
      if (now - notedAt < NOTE_EVERY_MS) return;
      notedAt = now;
      localStorage.setItem(KEY, `${now}`);
    };
    const check = () => {
      const lastAt = Math.max(notedAt, Number(localStorage.getItem(KEY)));
      const leftMs = lastAt + afterMs - Date.now();
      if (leftMs > 0) timer = setTimeout(check, leftMs);
      else onAbsent();
    };
    note();
    check();
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, note);
    };
  }, [afterMs, onAbsent]);
}
