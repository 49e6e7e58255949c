import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { later } from '../shared/later/index.ts';
import {
  IconAddressBook,
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBell,
  IconBuildingBank,
  IconChartHistogram,
  IconChecklist,
  IconCoins,
  IconFileExport,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconPlugConnected,
  IconScale,
  IconSettingsAutomation,
  IconShieldLock,
  IconTransfer,
  IconUsers,
  IconWebhook,
} from '../shared/icons/index.ts';
import { SignedInFrame } from '../shared/frame/index.ts';
import type { NavItem, NavSection } from '../shared/layout/index.ts';
import { useAccount } from '../shared/session/index.ts';
import { useWaiting } from '../shared/waiting/index.ts';
import { trading } from './api.ts';
import { SOURCES } from './inbox/sources.ts';
import { followEvents } from './live.ts';
import { texts } from './texts.ts';

const Approves = later(() => import('./approves.tsx'));
const SIZE = 17;

const AUDIT: NavItem = {
  to: '/audit',
  key: 'l',
  label: texts.screens.audit,
  icon: <IconHistory size={SIZE} />,
};
const WEBHOOKS: NavItem = {
  to: '/webhooks',
  key: 'h',
  label: texts.screens.webhooks,
  icon: <IconWebhook size={SIZE} />,
};

const INBOX: NavItem = {
  to: '/inbox',
  key: 'i',
  label: texts.screens.inbox,
  icon: <IconInbox size={SIZE} />,
};

const ADMIN: NavSection = {
  label: texts.sections.admin,
  items: [
    { to: '/people', key: 'u', label: texts.screens.people, icon: <IconUsers size={SIZE} /> },
    { to: '/notices', key: 'r', label: texts.screens.notices, icon: <IconBell size={SIZE} /> },
    { to: '/access', key: 'x', label: texts.screens.access, icon: <IconShieldLock size={SIZE} /> },
    { to: '/clients', key: 'k', label: texts.screens.clients, icon: <IconPlugConnected size={SIZE} /> },
    { to: '/jobs', key: 'j', label: texts.screens.jobs, icon: <IconSettingsAutomation size={SIZE} /> },
  ],
};

/** The frame around every screen of a person who has signed in. */
export function Frame() {
  const client = useQueryClient();
  const scopes = useAccount()?.scopes ?? [];
  const isAdmin = scopes.includes('admin');
  const waiting = useWaiting(SOURCES);
  useEffect(() => followEvents(client, trading.events), [client]);
  const sections: NavSection[] = [
    {
      label: texts.sections.desk,
      items: [
        { to: '/', key: 'o', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
        ...(waiting.length > 0 ? [INBOX] : []),
        { to: '/approvals', key: 'a', label: texts.screens.approvals, icon: <IconChecklist size={SIZE} /> },
        {
          to: '/withdrawals',
          key: 'w',
          label: texts.screens.withdrawals,
          icon: <IconArrowUpRight size={SIZE} />,
        },
        { to: '/deposits', key: 'n', label: texts.screens.deposits, icon: <IconArrowDownLeft size={SIZE} /> },
        { to: '/transfers', key: 't', label: texts.screens.transfers, icon: <IconTransfer size={SIZE} /> },
        {
          to: '/managed-balances',
          key: 'b',
          label: texts.screens.managedBalances,
          icon: <IconCoins size={SIZE} />,
        },
        {
          to: '/conversions',
          key: 'c',
          label: texts.screens.conversions,
          icon: <IconArrowsExchange size={SIZE} />,
        },
        { to: '/market', key: 'm', label: texts.screens.market, icon: <IconChartHistogram size={SIZE} /> },
      ],
    },
    {
      label: texts.sections.control,
      items: [
        { to: '/venues', key: 'v', label: texts.screens.venues, icon: <IconBuildingBank size={SIZE} /> },
        { to: '/policies', key: 'p', label: texts.screens.policies, icon: <IconScale size={SIZE} /> },
        {
          to: '/destinations',
          key: 'd',
          label: texts.screens.destinations,
          icon: <IconAddressBook size={SIZE} />,
        },
        ...(isAdmin ? [AUDIT] : []),
      ],
    },
    {
      label: texts.sections.records,
      items: [
        { to: '/exports', key: 'e', label: texts.screens.exports, icon: <IconFileExport size={SIZE} /> },
        ...(scopes.includes('webhooks:edit') ? [WEBHOOKS] : []),
      ],
    },
    ...(isAdmin ? [ADMIN] : []),
  ];
  return <SignedInFrame sections={sections} waiting={waiting} approved={Approves} />;
}
