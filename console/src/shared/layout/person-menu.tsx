import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { IconLogout, IconShieldLock, IconWorld } from '../icons/index.ts';
import { texts } from './texts.ts';

type MenuLinkProps = Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps> & MenuItemProps;

const MenuLink = createLink((props: MenuLinkProps) => <Menu.Item component="a" {...props} />);

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
        <MenuLink to="/security" leftSection={<IconWorld size={16} />}>
          {texts.display}
        </MenuLink>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
