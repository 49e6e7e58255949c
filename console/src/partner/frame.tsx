import { Alert, Anchor, Group } from '@mantine/core';
import {
  IconCoins,
  IconDiscount2,
  IconEye,
  IconHierarchy2,
  IconLayoutDashboard,
  IconLink,
  IconReportAnalytics,
  IconShare3,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Approved, Desk } from '../shared/desk/index.ts';
import type { NavSection } from '../shared/layout/index.ts';
import { useScope } from '../shared/session/index.ts';
import { texts } from './texts.ts';
import { AS, useViewed } from './viewed.ts';

const SIZE = 17;

/** What a partner sees, also when a manager looks at it. */
const PARTNER: readonly NavSection[] = [
  {
    label: texts.sections.earnings,
    items: [
      { to: '/', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
      { to: '/rewards', label: texts.screens.rewards, icon: <IconCoins size={SIZE} /> },
      { to: '/reports', label: texts.screens.reports, icon: <IconReportAnalytics size={SIZE} /> },
      { to: '/wallets', label: texts.screens.wallets, icon: <IconWallet size={SIZE} /> },
    ],
  },
  {
    label: texts.sections.clients,
    items: [
      { to: '/clients', label: texts.screens.clients, icon: <IconUsers size={SIZE} /> },
      { to: '/links', label: texts.screens.links, icon: <IconLink size={SIZE} /> },
      { to: '/rebates', label: texts.screens.rebates, icon: <IconDiscount2 size={SIZE} /> },
      { to: '/shared-accounts', label: texts.screens.sharedAccounts, icon: <IconShare3 size={SIZE} /> },
      { to: '/subpartners', label: texts.screens.subpartners, icon: <IconHierarchy2 size={SIZE} /> },
    ],
  },
];

/** What managers see. */
const PROGRAM: readonly NavSection[] = [
  {
    label: texts.sections.program,
    items: [{ to: '/', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> }],
  },
];

/** Partners have their own screens; managers have those of the program, or look at those of one partner. */
export function Frame() {
  const navigate = useNavigate();
  const isManager = useScope('program:view');
  const { partner_uid: uid } = useViewed();
  return (
    <Desk sections={isManager && uid === undefined ? PROGRAM : PARTNER} approved={Approved}>
      {isManager && uid !== undefined && (
        <Alert icon={<IconEye size={18} />} color="blue" mb="lg" maw={1180} mx="auto">
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
    </Desk>
  );
}
