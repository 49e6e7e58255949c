import { ActionIcon, AppShell, Burger, Group, Kbd, NavLink, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { createLink, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { later } from '../later/index.ts';
import { IconChevronDown, IconSearch } from '../icons/index.ts';
import { Brand } from './brand.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import type { NavSection } from './nav.ts';
import classes from './shell.module.css';
import { texts } from './texts.ts';
import { useGoKeys } from './use-go-keys.ts';

const ScreenLink = createLink(NavLink<'a'>);
const Palette = later(() => import('./palette.tsx'));
const PersonMenu = later(() => import('./person-menu.tsx'));
const Shortcuts = later(() => import('./shortcuts.tsx'));

interface ShellProps {
  readonly sections: readonly NavSection[];
  readonly login: string;
  readonly roles: string;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

export function Shell({ sections, login, roles, onSignOut, children }: ShellProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isHelping, help] = useDisclosure();
  const [palette, setPalette] = useState(0);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [close, pathname]);
  const openPalette = () => setPalette((count) => count + 1);
  useHotkeys([
    ['mod+K', openPalette],
    ['/', focusFilter],
    ['shift+?', help.open],
  ]);
  const navigate = useNavigate();
  const go = useCallback(
    (key: string) => {
      const to = sections.flatMap(({ items }) => items).find((item) => item.key === key)?.to;
      if (to !== undefined) void navigate({ to });
      return to !== undefined;
    },
    [navigate, sections],
  );
  useGoKeys(go);
  const [opensMenu, setOpensMenu] = useState(false);
  const person = (
    <UnstyledButton className={classes.person} onClick={() => setOpensMenu(true)}>
      <span className={classes.who}>
        <Text size="sm" fw={500} truncate>
          {login}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {roles}
        </Text>
      </span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
      layout="alt"
    >
      <a href="#content" className={classes.skip}>
        {texts.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%" justify="space-between">
          <Brand />
          <Group gap="xs">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.search}
              onClick={openPalette}
            >
              <IconSearch size={18} />
            </ActionIcon>
            <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={texts.menu} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={texts.screens}>
        <AppShell.Section px="xs" py={6}>
          <Group justify="space-between" wrap="nowrap">
            <Brand />
            <Burger opened onClick={close} size="sm" hiddenFrom="sm" aria-label={texts.closeMenu} />
          </Group>
        </AppShell.Section>
        <AppShell.Section py="sm" visibleFrom="sm">
          <UnstyledButton className={classes.search} onClick={openPalette}>
            <IconSearch size={15} aria-hidden />
            <span>{texts.search}</span>
            <Kbd size="xs">{texts.searchKey(IS_MAC)}</Kbd>
          </UnstyledButton>
        </AppShell.Section>
        <AppShell.Section grow pt={{ base: 'md', sm: 0 }} className={classes.sections}>
          {sections.map(({ label, items }) => (
            <div key={label} className={classes.section}>
              <Text size="xs" c="dimmed" fw={500} px="xs" pb={4}>
                {label}
              </Text>
              {items.map(({ to, label: name, icon, waiting = 0 }) => (
                <ScreenLink
                  key={to}
                  to={to}
                  label={name}
                  leftSection={icon}
                  rightSection={
                    waiting > 0 && (
                      <Text span size="xs" fw={600} aria-label={texts.waiting(waiting)} role="status">
                        {waiting}
                      </Text>
                    )
                  }
                  active={isAt(pathname, to)}
                  aria-current={isAt(pathname, to) ? 'page' : undefined}
                  className={classes.link ?? ''}
                  variant="subtle"
                  color="gray"
                />
              ))}
            </div>
          ))}
        </AppShell.Section>
        <AppShell.Section className={classes.foot}>
          {/* Its menu is large, and loads after the screen. A click before that opens it then. */}
          <Suspense fallback={person}>
            <PersonMenu isOpen={opensMenu} onSignOut={onSignOut}>
              {person}
            </PersonMenu>
          </Suspense>
          <SchemeSwitch />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content">{children}</AppShell.Main>
      <Suspense fallback={null}>
        {isHelping && <Shortcuts sections={sections} onClose={help.close} />}
        {palette > 0 && <Palette key={palette} sections={sections} onSignOut={onSignOut} />}
      </Suspense>
    </AppShell>
  );
}

const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The list of a noun is also where one of its things is shown. */
const isAt = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-filter]')?.focus();
}
