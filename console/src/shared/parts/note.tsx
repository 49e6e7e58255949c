import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says why something is as it is, or why a person cannot change it. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Alert variant="default" role="note" icon={<IconInfoCircle size={18} />}>
    {children}
  </Alert>
);
