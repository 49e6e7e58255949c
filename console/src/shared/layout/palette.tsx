import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { IconLogout, IconSearch, IconShieldLock, IconSunMoon } from '../icons/index.ts';
import type { NavSection } from './nav.ts';
import { texts } from './texts.ts';

interface PaletteProps {
  readonly sections: readonly NavSection[];
  readonly onSignOut: () => void;
}

/** Every screen and the commands of the account, found by typing. */
export default function Palette({ sections, onSignOut }: PaletteProps) {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isLight = useComputedColorScheme('light') === 'light';
  useEffect(() => spotlight.open(), []);
  const screens = sections.flatMap(({ items }) =>
    items.map(({ to, label, icon }) => ({
      id: to,
      label,
      leftSection: icon,
      onClick: () => void navigate({ to }),
    })),
  );
  const commands = [
    {
      id: 'security',
      label: texts.palette.security,
      leftSection: <IconShieldLock size={18} />,
      onClick: () => void navigate({ to: '/security' }),
    },
    {
      id: 'scheme',
      label: isLight ? texts.darkColours : texts.lightColours,
      leftSection: <IconSunMoon size={18} />,
      onClick: () => setColorScheme(isLight ? 'dark' : 'light'),
    },
    { id: 'sign-out', label: texts.signOut, leftSection: <IconLogout size={18} />, onClick: onSignOut },
  ];
  return (
    <Spotlight
      actions={[
        { group: texts.screens, actions: screens },
        { group: texts.palette.commands, actions: commands },
      ]}
      shortcut={null}
      nothingFound={texts.palette.nothing}
      highlightQuery
      attributes={{ content: { 'aria-label': texts.search } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: texts.palette.placeholder,
        'aria-label': texts.search,
      }}
    />
  );
}
