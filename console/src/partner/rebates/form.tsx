import type { NewRebateGroup } from '@quaestor/sdk';
import { Group, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import type { ReactNode } from 'react';
import { FormEnd, Select, type FormEndProps } from '../../shared/form/index.ts';
import { readAmount } from '../../shared/money/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

const { form: t } = texts;

type Period = NewRebateGroup['rebate_period'];
const PERIODS = Object.keys(texts.periods) as Period[];
const TYPES = Object.keys(texts.types) as NewRebateGroup['group_type'][];
const LAST_DAY_OF_EVERY_MONTH = 28;

/** What a person fills in; all of it is text or a switch. */
export interface GroupDraft {
  readonly group_title: string;
  readonly group_type: NewRebateGroup['group_type'];
  readonly rebate_percent: string;
  readonly rebate_period: Period;
  readonly rebate_period_value: string;
  readonly link_code: string | null;
  readonly is_default: boolean;
}

export const EMPTY: GroupDraft = {
  group_title: '',
  group_type: 'auto',
  rebate_percent: '',
  rebate_period: 'weekly',
  rebate_period_value: '1',
  link_code: null,
  is_default: false,
};

interface GroupFormProps extends FormEndProps {
  readonly initial: GroupDraft;
  readonly onSubmit: (draft: GroupDraft) => void;
  readonly onTouch?: () => void;
  /** Shown before the button. */
  readonly note?: ReactNode;
}

/** The settings of a rebate group. */
export default function GroupForm({
  initial,
  submit,
  isPending,
  error,
  onSubmit,
  onTouch,
  note,
  children,
}: GroupFormProps) {
  const { data: links = [] } = useQuery({
    queryKey: ['links', '', 'all'],
    queryFn: async ({ signal }) => (await partner.links.list({ limit: 1000 }, { signal })).links,
  });
  const form = useForm<GroupDraft>({
    initialValues: initial,
    onValuesChange: () => onTouch?.(),
    validate: {
      group_title: (value) => (value.trim() === '' ? t.giveTitle : null),
      rebate_percent: (value) => (isPercent(readAmount(value, '%') ?? '') ? null : t.badPercent),
    },
  });
  const { rebate_period: period } = form.values;
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="md" maw={520}>
        <TextInput
          label={t.title}
          description={t.aboutTitle}
          required
          maxLength={64}
          autoComplete="off"
          {...form.getInputProps('group_title')}
        />
        <TextInput
          label={t.percent}
          description={t.aboutPercent}
          required
          inputMode="decimal"
          autoComplete="off"
          rightSection={texts.percent('').trim()}
          {...form.getInputProps('rebate_percent')}
        />
        <Select
          label={t.type}
          data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
          allowDeselect={false}
          {...form.getInputProps('group_type')}
        />
        <Group grow align="flex-start">
          <Select
            label={t.period}
            data={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
            allowDeselect={false}
            {...form.getInputProps('rebate_period')}
            onChange={(value) =>
              form.setValues({
                rebate_period: PERIODS.find((known) => known === value) ?? 'weekly',
                rebate_period_value: '1',
              })
            }
          />
          {period !== 'daily' && (
            <Select
              label={t.start}
              data={startsOf(period)}
              allowDeselect={false}
              {...form.getInputProps('rebate_period_value')}
            />
          )}
        </Group>
        <Select
          label={t.link}
          description={t.aboutLink}
          clearable
          searchable
          data={links.map(({ link_code }) => link_code)}
          {...form.getInputProps('link_code')}
        />
        <Switch
          label={t.isDefault}
          description={t.aboutDefault}
          {...form.getInputProps('is_default', { type: 'checkbox' })}
        />
        {note}
        <FormEnd submit={submit} isPending={isPending} error={error}>
          {children}
        </FormEnd>
      </Stack>
    </form>
  );
}

const isPercent = (value: string): boolean =>
  /^\d{1,3}(\.\d{1,2})?$/.test(value) && new Big(value).gt(0) && new Big(value).lte(100);

const startsOf = (period: Period) =>
  period === 'weekly'
    ? t.weekdays.map((label, index) => ({ value: `${index + 1}`, label }))
    : Array.from({ length: LAST_DAY_OF_EVERY_MONTH }, (_, index) => ({
        value: `${index + 1}`,
        label: t.dayOfMonth(index + 1),
      }));
