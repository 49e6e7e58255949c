import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Actions } from '../connection/index.ts';
import { useAsked } from '../session/index.ts';
import { texts } from './texts.ts';

export interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export default function PanelDrawer({ title, onClose, children }: PanelProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      // Escape is the answer to the question for the second factor, while there is one.
      closeOnEscape={useAsked() === undefined}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Actions>
        <Stack gap="lg">{children}</Stack>
      </Actions>
    </Drawer>
  );
}
