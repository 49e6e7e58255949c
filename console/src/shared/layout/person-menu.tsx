import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconLogout, IconShieldLock } from '../icons/index.ts';
import { MenuLink } from '../link/index.ts';
import { texts } from './texts.ts';

interface PersonMenuProps {
  /** Whether it is open from the beginning. */
  readonly isOpen: boolean;
  readonly onSignOut: () => void;
  /** The button that opens it. */
  readonly children: ReactNode;
}

export default function PersonMenu({ isOpen, onSignOut, children }: PersonMenuProps) {
  return (
    <Menu defaultOpened={isOpen} position="top-start" width={208} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/security" leftSection={<IconShieldLock size={16} />}>
          {texts.security}
        </MenuLink>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
