import { Alert, Anchor, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { later } from '../shared/later/index.ts';
import {
  IconBell,
  IconBuildingBank,
  IconCoins,
  IconDatabaseImport,
  IconDiscount2,
  IconEye,
  IconGavel,
  IconHierarchy2,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconReportAnalytics,
  IconPlugConnected,
  IconReceipt2,
  IconShare3,
  IconShieldLock,
  IconStairsUp,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWebhook,
} from '../shared/icons/index.ts';
import { SignedInFrame } from '../shared/frame/index.ts';
import type { NavItem, NavSection } from '../shared/layout/index.ts';
import { useAccount } from '../shared/session/index.ts';
import { useWaiting } from '../shared/waiting/index.ts';
import { useSources } from './inbox/sources.ts';
import { texts } from './texts.ts';
import { AS, useViewed } from './viewed.ts';

const Approves = later(() => import('./approves.tsx'));
const SIZE = 17;

const INBOX: NavItem = {
  to: '/inbox',
  key: 'i',
  label: texts.screens.inbox,
  icon: <IconInbox size={SIZE} />,
};

const WEBHOOKS: NavItem = {
  to: '/webhooks',
  key: 'h',
  label: texts.screens.webhooks,
  icon: <IconWebhook size={SIZE} />,
};

/** What a partner sees, also when a manager looks at it. */
const own = (inbox: readonly NavItem[]): readonly NavSection[] => [
  {
    label: texts.sections.earnings,
    items: [
      { to: '/', key: 'o', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
      ...inbox,
      { to: '/rewards', key: 'r', label: texts.screens.rewards, icon: <IconCoins size={SIZE} /> },
      { to: '/reports', key: 'e', label: texts.screens.reports, icon: <IconReportAnalytics size={SIZE} /> },
      { to: '/wallets', key: 'w', label: texts.screens.wallets, icon: <IconWallet size={SIZE} /> },
      {
        to: '/disbursements',
        key: 'd',
        label: texts.screens.disbursements,
        icon: <IconBuildingBank size={SIZE} />,
      },
    ],
  },
  {
    label: texts.sections.clients,
    items: [
      { to: '/clients', key: 'c', label: texts.screens.clients, icon: <IconUsers size={SIZE} /> },
      { to: '/links', key: 'l', label: texts.screens.links, icon: <IconLink size={SIZE} /> },
      { to: '/rebates', key: 'b', label: texts.screens.rebates, icon: <IconDiscount2 size={SIZE} /> },
      {
        to: '/shared-accounts',
        key: 's',
        label: texts.screens.sharedAccounts,
        icon: <IconShare3 size={SIZE} />,
      },
      {
        to: '/subpartners',
        key: 'u',
        label: texts.screens.subpartners,
        icon: <IconHierarchy2 size={SIZE} />,
      },
    ],
  },
];

/** What managers see. */
const program = (inbox: readonly NavItem[], scopes: readonly string[]): readonly NavSection[] => [
  {
    label: texts.sections.program,
    items: [
      { to: '/', key: 'o', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
      ...inbox,
      { to: '/partners', key: 'p', label: texts.screens.partners, icon: <IconUsersGroup size={SIZE} /> },
      { to: '/crediting', key: 'c', label: texts.screens.crediting, icon: <IconCoins size={SIZE} /> },
      {
        to: '/managed-disbursements',
        key: 'd',
        label: texts.screens.disbursements,
        icon: <IconBuildingBank size={SIZE} />,
      },
      { to: '/facts', key: 'f', label: texts.screens.facts, icon: <IconDatabaseImport size={SIZE} /> },
      { to: '/audit', key: 'l', label: texts.screens.audit, icon: <IconHistory size={SIZE} /> },
      ...(scopes.includes('webhooks:edit') ? [WEBHOOKS] : []),
    ],
  },
  {
    label: texts.sections.terms,
    items: [
      { to: '/proposals', key: 'r', label: texts.screens.proposals, icon: <IconGavel size={SIZE} /> },
      { to: '/tariffs', key: 't', label: texts.screens.tariffs, icon: <IconReceipt2 size={SIZE} /> },
      { to: '/tiers', key: 'e', label: texts.screens.tiers, icon: <IconStairsUp size={SIZE} /> },
    ],
  },
  ...(scopes.includes('admin') ? [ADMIN] : []),
];

const ADMIN: NavSection = {
  label: texts.sections.admin,
  items: [
    { to: '/people', key: 'u', label: texts.screens.people, icon: <IconUsers size={SIZE} /> },
    { to: '/notices', key: 'n', label: texts.screens.notices, icon: <IconBell size={SIZE} /> },
    { to: '/access', key: 'x', label: texts.screens.access, icon: <IconShieldLock size={SIZE} /> },
    {
      to: '/api-clients',
      key: 'k',
      label: texts.screens.apiClients,
      icon: <IconPlugConnected size={SIZE} />,
    },
  ],
};

/** Partners have their own screens; managers have those of the program, or look at those of one partner. */
export function Frame() {
  const navigate = useNavigate();
  const account = useAccount();
  const scopes = account?.scopes ?? [];
  const isManager = scopes.includes('program:view');
  const { partner_uid: uid } = useViewed();
  const isProgram = isManager && uid === undefined;
  const waiting = useWaiting(useSources());
  const inbox = waiting.length > 0 ? [INBOX] : [];
  const sections = isProgram ? program(inbox, scopes) : own(inbox);
  return (
    <SignedInFrame sections={sections} waiting={waiting} approved={Approves}>
      {isManager && uid !== undefined && (
        <Alert variant="default" icon={<IconEye size={18} />} mb="lg" maw={1180} mx="auto">
          <Group justify="space-between">
            {texts.viewing(uid)}
            <Anchor
              component="button"
              size="sm"
              onClick={() => void navigate({ to: '/partners', search: { [AS]: undefined } })}
            >
              {texts.leave}
            </Anchor>
          </Group>
        </Alert>
      )}
    </SignedInFrame>
  );
}
