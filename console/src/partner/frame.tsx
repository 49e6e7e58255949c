import { Alert, Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
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
  IconStairsUp,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '../shared/icons/index.ts';
import { waitingAccessQuery } from '../shared/access/index.ts';
import { Approved, SignedInFrame } from '../shared/frame/index.ts';
import type { NavSection } from '../shared/layout/index.ts';
import { useAccount } from '../shared/session/index.ts';
import { partner } from './api.ts';
import { waitingDisbursementsQuery } from './managed-disbursements/queries.ts';
import { waitingCountQuery } from './proposals/queries.ts';
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
      { to: '/disbursements', label: texts.screens.disbursements, icon: <IconBuildingBank size={SIZE} /> },
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

/** How many of each wait for the person. */
interface Waiting {
  readonly proposals: number | undefined;
  readonly disbursements: number | undefined;
  readonly access: number | undefined;
}

/** What managers see. */
const program = ({ proposals, disbursements, access }: Waiting, isAdmin: boolean): readonly NavSection[] => [
  {
    label: texts.sections.program,
    items: [
      { to: '/', label: texts.screens.overview, icon: <IconLayoutDashboard size={SIZE} /> },
      { to: '/partners', label: texts.screens.partners, icon: <IconUsersGroup size={SIZE} /> },
      { to: '/crediting', label: texts.screens.crediting, icon: <IconCoins size={SIZE} /> },
      {
        to: '/managed-disbursements',
        label: texts.screens.disbursements,
        icon: <IconBuildingBank size={SIZE} />,
        waiting: disbursements,
      },
      { to: '/facts', label: texts.screens.facts, icon: <IconDatabaseImport size={SIZE} /> },
      { to: '/audit', label: texts.screens.audit, icon: <IconHistory size={SIZE} /> },
    ],
  },
  {
    label: texts.sections.terms,
    items: [
      {
        to: '/proposals',
        label: texts.screens.proposals,
        icon: <IconGavel size={SIZE} />,
        waiting: proposals,
      },
      { to: '/tariffs', label: texts.screens.tariffs, icon: <IconReceipt2 size={SIZE} /> },
      { to: '/tiers', label: texts.screens.tiers, icon: <IconStairsUp size={SIZE} /> },
    ],
  },
  ...(isAdmin ? [admin(access)] : []),
];

const admin = (waiting: number | undefined): NavSection => ({
  label: texts.sections.admin,
  items: [
    { to: '/inbox', label: texts.screens.inbox, icon: <IconInbox size={SIZE} />, waiting },
    { to: '/people', label: texts.screens.people, icon: <IconUsers size={SIZE} /> },
    { to: '/api-clients', label: texts.screens.apiClients, icon: <IconPlugConnected size={SIZE} /> },
  ],
});

/** Partners have their own screens; managers have those of the program, or look at those of one partner. */
export function Frame() {
  const navigate = useNavigate();
  const account = useAccount();
  const isManager = account?.scopes.includes('program:view') === true;
  const isAdmin = account?.scopes.includes('admin') === true;
  const { partner_uid: uid } = useViewed();
  const isProgram = isManager && uid === undefined;
  const { data: proposals } = useQuery({ ...waitingCountQuery(), enabled: isProgram });
  const { data: disbursements } = useQuery({ ...waitingDisbursementsQuery(), enabled: isProgram });
  const { data: access } = useQuery({ ...waitingAccessQuery(partner), enabled: isAdmin });
  const sections = isProgram ? program({ proposals, disbursements, access }, isAdmin) : PARTNER;
  return (
    <SignedInFrame sections={sections} approved={Approved}>
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
