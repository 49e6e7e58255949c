import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconInfoCircle } from '../icons/index.ts';

/** Says why something is as it is, or why a person cannot change it. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Alert variant="default" role="note" icon={<IconInfoCircle size={18} />}>
    {children}
  </Alert>
);
