import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly isExpanded?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export const Tool = ({ label, disabled = false, isExpanded, onClick, children }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
    disabled={disabled}
    {...(disabled && { bg: 'transparent' })}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
);
