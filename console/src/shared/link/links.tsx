import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type ButtonLinkProps = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps> & ButtonProps;

// Mantine's `component={Link}` would take any path: these check where they lead.
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: ButtonLinkProps) => <Button component="a" {...props} />);
