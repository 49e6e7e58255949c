import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconLogout, IconSearch, IconShieldLock, IconSunMoon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { NavSection } from './nav.ts';

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
      label: 'Security of my account',
      leftSection: <IconShieldLock size={18} />,
      onClick: () => void navigate({ to: '/security' }),
    },
    {
      id: 'scheme',
      label: isLight ? 'Use dark colours' : 'Use light colours',
      leftSection: <IconSunMoon size={18} />,
      onClick: () => setColorScheme(isLight ? 'dark' : 'light'),
    },
    { id: 'sign-out', label: 'Sign out', leftSection: <IconLogout size={18} />, onClick: onSignOut },
  ];
  return (
    <Spotlight
      actions={[
        { group: 'Screens', actions: screens },
        { group: 'Commands', actions: commands },
      ]}
      shortcut={null}
      nothingFound="Nothing has this name."
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Go to a screen, or run a command',
        'aria-label': 'Search',
      }}
    />
  );
}
