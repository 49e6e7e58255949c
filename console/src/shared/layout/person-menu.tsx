import { Menu } from '@mantine/core';
import { IconLogout, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

interface PersonMenuProps {
  readonly onSignOut: () => void;
  /** The button that opens it. */
  readonly children: ReactNode;
}

export default function PersonMenu({ onSignOut, children }: PersonMenuProps) {
  return (
    <Menu position="top-start" width={208} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/security" leftSection={<IconShieldLock size={16} />}>
          {texts.security}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
