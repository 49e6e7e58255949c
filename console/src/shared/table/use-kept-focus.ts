import { useEffect, useRef, type RefObject } from 'react';
import { hasKeys } from './key-owner.ts';

/**
 * Gives the focus to a row when the element that had it is gone: a panel that was closed, or a row or a button that an
 * action removed. A person who moved the focus away keeps it where it is.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, rowId: string | undefined): void {
  const focused = useRef<Node | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Node ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === document.body && focused.current?.isConnected === false;
    if (!isLost || rowId === undefined || !hasKeys(frame.current)) return;
    frame.current
      ?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(rowId)}"] [data-opener]`)
      ?.focus({ preventScroll: true });
  });
}
