import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The state that the address of a screen holds, typed by the function that validates it, and how to change a part. */
export function useAddress<State extends Search>(
  validate: (search: Readonly<Record<string, unknown>>) => State,
) {
  const present = useSearch({ strict: false });
  const search = useMemo(() => validate(present), [validate, present]);
  const navigate = useNavigate();
  /** With `replace`, Back does not return to the state before: for what a person types. */
  const change = (part: Partial<State>, options?: { readonly replace: boolean }) =>
    void navigate({ to: '.', search: (present) => ({ ...present, ...part }), ...options });
  return { search, change };
}
