import { Anchor, Button, Menu, NavLink, type ButtonProps, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkLike<Props> = Omit<ComponentPropsWithRef<'a'>, keyof Props> & Props;

// Mantine's `component={Link}` would take any path: these check where they lead.
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: LinkLike<ButtonProps>) => <Button component="a" {...props} />);
export const MenuLink = createLink((props: LinkLike<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
export const ScreenLink = createLink(NavLink<'a'>);
