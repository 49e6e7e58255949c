import type { CreateExport } from '@quaestor/sdk';
import { Button, Group, Input, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DateRange } from '../../shared/form/index.ts';
import { faultsOf, LuceneField } from '../../shared/lucene/index.ts';
import { toQuery } from '../../shared/list/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { UTC } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

const { create: t } = texts;
type RowType = keyof typeof texts.types;

interface Draft {
  readonly type: RowType;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly query: string;
  readonly format: NonNullable<CreateExport['format']>;
}

export function NewExport() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAdmin = useScope('admin');
  const form = useForm<Draft>({
    initialValues: { type: 'withdrawal', ...thisMonth(), query: '', format: 'CSV' },
    validate: { from: (value) => (value === undefined ? t.giveDates : null) },
  });
  const { values } = form;
  const filter = useQuery({
    queryKey: ['filters', values.type],
    queryFn: ({ signal }) => trading.filters[values.type]({ signal }),
    staleTime: 60_000,
  });
  const create = useMutation({
    mutationFn: ({ type, query, format, ...days }: Draft) => {
      const { from = '', to } = toQuery(days, UTC);
      return trading.exports.create(type, {
        from,
        format,
        ...(to !== undefined && { to }),
        ...(query !== '' && { query }),
      });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['exports'] });
      await navigate({ to: '/exports' });
      say({ text: t.created });
    },
  });
  const types = Object.entries(texts.types).filter(([value]) => value !== 'audit' || isAdmin);
  return (
    <Page title={t.title} description={t.description}>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))}>
        <Stack gap="md" maw={520}>
          <Select
            label={t.type}
            allowDeselect={false}
            data={types.map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('type')}
          />
          <Input.Wrapper label={t.dates} labelElement="div" error={form.errors['from']}>
            <DateRange from={values.from} to={values.to} onChange={(days) => form.setValues(days)} />
          </Input.Wrapper>
          <Input.Wrapper
            label={t.filter}
            labelElement="div"
            description={t.filterHint}
            descriptionProps={{ mb: 5 }}
          >
            <LuceneField
              value={values.query}
              onChange={(query) => form.setFieldValue('query', query)}
              filter={filter.data}
              error={create.error}
              field="query"
              example={t.example}
              isEager
            />
          </Input.Wrapper>
          <Select
            label={t.format}
            allowDeselect={false}
            data={Object.entries(t.formats).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('format')}
          />
          {create.error !== null && faultsOf(create.error, 'query').length === 0 && (
            <Problem error={create.error} />
          )}
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

/** From the first day of this month to today. */
function thisMonth(): Pick<Draft, 'from' | 'to'> {
  const today = new Date().toISOString().slice(0, 10);
  return { from: `${today.slice(0, 8)}01`, to: today };
}
