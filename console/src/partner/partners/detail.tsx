import type { ManagedLinks, ManagedPartnerDetails } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconEye, IconPlus, IconUserPlus } from '../../shared/icons/index.ts';
import { ButtonLink, TextLink } from '../../shared/link/index.ts';
import { SectionOfRows, useAddress } from '../../shared/list/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { Copy, Facts, Page, Section } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import {
  dayColumn,
  nameColumn,
  numberColumn,
  PlainTable,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { Country, formatInteger } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { AS } from '../viewed.ts';
import { AddAccount, AddLink } from './add.tsx';
import { partnerQuery } from './queries.ts';
import { partnerSearch } from './search.ts';
import { PartnerState } from './state.tsx';
import { Suspensions } from './suspensions.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function PartnerDetail() {
  const { uid } = useParams({ from: '/signed-in/partners/$uid' });
  const { data, error, refetch } = useQuery(partnerQuery(uid));
  const isAdmin = useScope('admin');
  if (data === undefined) {
    return <Unloaded title={uid} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={uid}
      description={t.about}
      actions={
        <>
          {isAdmin && (
            <ButtonLink
              to="/people/new"
              search={{ partner: uid }}
              variant="default"
              leftSection={<IconUserPlus size={16} />}
            >
              {t.invite}
            </ButtonLink>
          )}
          <ButtonLink to="/" search={{ [AS]: uid }} leftSection={<IconEye size={16} />}>
            {t.view}
          </ButtonLink>
        </>
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Details partner={data} />
    </Page>
  );
}

function Details({ partner: shown }: { partner: ManagedPartnerDetails }) {
  const { partner_uid: uid, accounts } = shown;
  const canEdit = useScope('program:edit');
  const { search, change } = useAddress(partnerSearch);
  const open = (add: string | undefined) => change({ add });
  const addButton = (what: string, label: string) =>
    canEdit && (
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => open(what)}>
        {label}
      </Button>
    );
  return (
    <>
      <Facts items={factsOf(shown)} />
      <Section title={t.accounts} actions={addButton('account', texts.addAccount.open)}>
        {accounts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.noAccounts}
          </Text>
        ) : (
          <PlainTable
            name={t.accounts}
            columns={ACCOUNTS}
            rows={accounts}
            idOf={({ partner_account }) => partner_account}
          />
        )}
      </Section>
      <Links uid={uid} action={accounts.length > 0 && addButton('link', texts.addLink.open)} />
      <Suspensions partner={shown} />
      {search.add === 'account' && <AddAccount uid={uid} onClose={() => open(undefined)} />}
      {search.add === 'link' && (
        <AddLink uid={uid} account={accounts[0]?.partner_account ?? ''} onClose={() => open(undefined)} />
      )}
    </>
  );
}

const factsOf = (shown: ManagedPartnerDetails) =>
  [
    [
      t.facts.uid,
      <Group key="uid" gap={4}>
        {shown.partner_uid}
        <Copy value={shown.partner_uid} what={t.uid} />
      </Group>,
    ],
    [t.facts.state, <PartnerState key="state" partner={shown} />],
    [
      t.facts.parents,
      shown.parents.length > 0 && (
        <Group key="parents" gap="xs">
          {shown.parents.map((uid) => (
            <TextLink key={uid} to="/partners/$uid" params={{ uid }} size="sm" underline="always">
              {uid}
            </TextLink>
          ))}
        </Group>
      ),
    ],
    [t.facts.country, shown.country === null ? texts.none : <Country key="country" code={shown.country} />],
    [t.facts.abTest, shown.ab_test && t.takesPart],
    [t.facts.clients, formatInteger(shown.clients_count)],
    [t.facts.subpartners, formatInteger(shown.subpartners_count)],
    [t.facts.credited, t.usd(roundDigits(shown.credited_usd, 2))],
  ] as const;

function Links({ uid, action }: { uid: string; action: ReactNode }) {
  const list = usePages<ManagedLinks['links'][number]>(
    ['partners', 'one', uid, 'links'],
    async ({ signal, ...places }) => {
      const { links, count } = await partner.partners.links(uid, places, { signal });
      return { rows: links, count };
    },
  );
  return (
    <SectionOfRows
      texts={t.links}
      actions={action}
      list={list}
      columns={LINKS}
      idOf={({ link_code }) => link_code}
    />
  );
}

const ACCOUNTS: readonly Column<ManagedPartnerDetails['accounts'][number]>[] = [
  nameColumn('account', t.columns.account, ({ partner_account }) => partner_account),
  textColumn('name', t.columns.name, ({ account_name }) => account_name),
  textColumn('currency', t.columns.currency, ({ currency }) => currency),
  dayColumn('opened', t.columns.opened, ({ opened_on }) => opened_on),
];

const LINKS: readonly Column<ManagedLinks['links'][number]>[] = [
  nameColumn('link', t.columns.link, ({ link_code }) => link_code),
  textColumn('account', t.columns.account, ({ partner_account }) => partner_account),
  textColumn('campaign', t.columns.campaign, ({ campaign_title }) => campaign_title ?? texts.none),
  numberColumn('clients', t.columns.clients, ({ clients_count }) => clients_count),
];
