import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One row of a list in detail, beside the list. */
export function Panel({ title, onClose, children }: PanelProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="lg">{children}</Stack>
    </Drawer>
  );
}
