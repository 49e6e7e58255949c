import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Loaded } from './loaded.tsx';

const form = 'What a person types.';
const shown = (error: Error | null): ReactElement<{ readonly children: ReactNode[] }> => {
  const element = Loaded({
    query: { data: 'read', error, refetch: () => undefined },
    children: () => form,
  });
  if (!isValidElement<{ readonly children: ReactNode[] }>(element)) throw new Error('There is no element.');
  return element;
};

it('what was read keeps its place when it cannot be read again, so that nothing typed in it is lost', () => {
  const [before, after] = [shown(null), shown(new Error('away'))];
  expect(after.type).toBe(before.type);
  expect(after.props.children.indexOf(form)).toBe(before.props.children.indexOf(form));
  expect(Children.toArray(after.props.children)).toHaveLength(2);
});
