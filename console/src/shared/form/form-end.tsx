import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../problem/index.ts';

export interface FormEndProps {
  /** What the button says. */
  readonly submit: string;
  readonly isPending: boolean;
  /** What the server answered to the last attempt. */
  readonly error: Error | null;
  /** Beside the button. */
  readonly children?: ReactNode;
}

/** The last lines of a form: why it was refused, and the button that sends it. */
export const FormEnd = ({ submit, isPending, error, children }: FormEndProps) => (
  <>
    {error !== null && <Problem error={error} />}
    <Group gap="xs">
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
      {children}
    </Group>
  </>
);
