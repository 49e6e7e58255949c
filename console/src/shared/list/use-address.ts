import { useNavigate, useSearch } from '@tanstack/react-router';

/** The state that the address of a screen holds, typed by the function that validates it, and how to change a part. */
export function useAddress<State extends object>(
  validate: (search: Readonly<Record<string, unknown>>) => State,
) {
  const search = useSearch({ strict: false, select: validate });
  const navigate = useNavigate();
  /** With `replace`, Back does not return to the state before: for what a person types. */
  const change = (part: Partial<State>, options?: { readonly replace: boolean }) =>
    void navigate({ to: '.', search: (present: object) => ({ ...present, ...part }), ...options });
  return { search, change };
}
