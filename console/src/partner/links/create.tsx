import type { NewLink as Draft } from '@quaestor/sdk';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { useReads } from '../viewed.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { texts } from './texts.ts';

const { create: t } = texts;
const CODE = /^[\w.-]{1,64}$/;
const NAMES = { link_code: t.code, partner_account: t.account, campaign_code: t.campaign };

interface Values {
  readonly link_code: string;
  readonly partner_account: string | null;
  readonly campaign_code: string | null;
}

export function NewLink() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const accounts = useQuery(walletsQuery(useReads()));
  const campaigns = useQuery({
    queryKey: ['links', '', 'campaigns'],
    queryFn: async ({ signal }) => (await partner.links.campaigns({ signal })).campaigns,
  });
  const form = useForm<Values>({
    initialValues: { link_code: proposeCode(), partner_account: null, campaign_code: null },
    validate: {
      link_code: (value) => (CODE.test(value.trim()) ? null : t.badCode),
      partner_account: (value) => (value === null ? t.chooseAccount : null),
    },
  });
  const create = useMutation({
    mutationFn: (values: Values) => partner.links.create(toRequest(values)),
    onSuccess: async ({ link_code }) => {
      await client.invalidateQueries({ queryKey: ['links'] });
      await navigate({ to: '/links', search: { id: link_code } });
      say({ text: t.created(link_code) });
    },
  });
  return (
    <Page title={t.title} description={t.description}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="md" maw={520}>
          <TextInput
            label={t.code}
            description={t.aboutCode}
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('link_code')}
          />
          {accounts.error !== null && (
            <Problem error={accounts.error} onRetry={() => void accounts.refetch()} />
          )}
          <Select
            label={t.account}
            description={t.aboutAccount}
            required
            data={(accounts.data ?? [])
              .filter(({ type }) => type === 'reward')
              .map(({ id, name, currency }) => ({ value: id, label: t.accountOption(name, id, currency) }))}
            {...form.getInputProps('partner_account')}
          />
          {campaigns.error !== null && (
            <Problem error={campaigns.error} onRetry={() => void campaigns.refetch()} />
          )}
          <Select
            label={t.campaign}
            description={t.aboutCampaign}
            clearable
            searchable
            data={(campaigns.data ?? []).map(({ campaign_code, title }) => ({
              value: campaign_code,
              label: title,
            }))}
            {...form.getInputProps('campaign_code')}
          />
          {create.error !== null && <Problem error={create.error} names={NAMES} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

const toRequest = ({ link_code, partner_account, campaign_code }: Values): Draft => ({
  link_code: link_code.trim(),
  partner_account: partner_account ?? '',
  ...(campaign_code !== null && { campaign_code }),
});

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** A code that no other link is likely to have, without letters that look alike. */
const proposeCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))]
    .map((byte) => LETTERS.charAt(byte % LETTERS.length))
    .join('');
