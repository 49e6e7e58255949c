import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons/index.ts';

interface AlarmProps {
  readonly title: string;
  readonly icon?: ReactNode;
  /** `status` for what was so before the person came. */
  readonly role?: 'alert' | 'status';
  /** Where people can put it away: what the button says, and what it does. */
  readonly close?: { readonly label: string; readonly onClose: () => void };
  readonly children: ReactNode;
}

/** Something is wrong and needs a person. */
export const Alarm = ({ title, icon, role = 'alert', close, children }: AlarmProps) => (
  <Alert
    color="red"
    variant="outline"
    role={role}
    {...(close && { withCloseButton: true, closeButtonLabel: close.label, onClose: close.onClose })}
    icon={icon ?? <IconAlertTriangle size={18} />}
    title={
      <Text c="var(--mantine-color-text)" inherit>
        {title}
      </Text>
    }
  >
    {children}
  </Alert>
);
