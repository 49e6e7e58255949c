import type { RebateGroup, TaggedRebateGroup } from '@quaestor/sdk';
import { Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { later } from '../../shared/later/index.ts';
import { useChange } from '../../shared/change/index.ts';
import { Editable, otherError, Overtaken, useEdited } from '../../shared/editable/index.ts';
import { say } from '../../shared/messages/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { AskFirst, Facts, Page, type Fact } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { formatInteger, formatTime } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import type { GroupDraft } from './form.tsx';
import { Members } from './members.tsx';
import { Preview } from './preview.tsx';
import { groupQuery } from './queries.ts';
import { Runs } from './runs.tsx';
import { draftOf, toChange } from './to-request.ts';
import { texts } from './texts.ts';

const GroupForm = later(() => import('./form.tsx'));
const { detail: t } = texts;

export function RebateGroupDetail() {
  const { group } = useParams({ from: '/signed-in/rebates/$group' });
  const reads = useReads();
  const { data, error, refetch } = useQuery(groupQuery(reads, Number(group)));
  if (data === undefined) {
    return <Unloaded title={t.kind} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page title={data.group_title} description={t.kind}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Settings group={data} />
      <Preview group={data} />
      <Runs id={data.id} />
      <Members id={data.id} />
    </Page>
  );
}

function Settings({ group }: { group: TaggedRebateGroup }) {
  const { id } = group;
  const mayWrite = useMayWrite('rebates:edit');
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => partner.rebateGroups.remove(id),
    onSuccess: async () => {
      await navigate({ to: '/rebates' });
      say({ text: t.removed(group.group_title) });
      await client.invalidateQueries({ queryKey: ['rebates'] });
    },
  });
  return (
    <Editable
      title={t.settings}
      canEdit={mayWrite}
      shown={
        <>
          {remove.error !== null && <Problem error={remove.error} />}
          <Facts items={factsOf(group)} />
          {mayWrite && (
            <Group gap="xs">
              <AskFirst
                size="compact-sm"
                {...t.remove}
                isPending={remove.isPending}
                onConfirm={() => remove.mutate()}
              />
            </Group>
          )}
        </>
      }
    >
      {(close, discard) => (
        <Edit group={group} onSaved={close}>
          {discard}
        </Edit>
      )}
    </Editable>
  );
}

interface EditProps {
  readonly group: TaggedRebateGroup;
  readonly onSaved: () => void;
  readonly children: ReactNode;
}

function Edit({ group, onSaved, children }: EditProps) {
  const reads = useReads();
  const client = useQueryClient();
  const { begun, known, isOvertaken, onTouch, onError, onDiscard } = useEdited(group, () =>
    client.fetchQuery({ ...groupQuery(reads, group.id), staleTime: 0 }),
  );
  const change = useChange(
    'rebates',
    (draft: GroupDraft) => partner.rebateGroups.update(known.id, toChange(draft), { ifMatch: known.etag }),
    ({ group_title }) => ({ text: t.saved(group_title) }),
  );
  return (
    <GroupForm
      key={begun.etag}
      initial={draftOf(begun)}
      submit={t.save}
      isPending={change.isPending}
      error={otherError(change.error, isOvertaken)}
      onSubmit={(draft) => change.mutate(draft, { onSuccess: onSaved, onError })}
      onTouch={onTouch}
      note={isOvertaken && <Overtaken onDiscard={onDiscard} />}
    >
      {children}
    </GroupForm>
  );
}

const factsOf = (group: RebateGroup): Fact[] => [
  [t.percent, texts.percent(groupDigits(group.rebate_percent))],
  [t.type, texts.types[group.group_type]],
  [t.period, texts.periods[group.rebate_period]],
  [t.current, texts.span(group.rebate_period_start, group.rebate_period_end)],
  [t.clients, formatInteger(group.clients_count)],
  [t.size, t.range(groupDigits(group.rebate_size.min), groupDigits(group.rebate_size.max))],
  [t.link, group.link_code !== '' && group.link_code],
  [t.isDefault, group.is_default && t.yes],
  [t.created, formatTime(group.created)],
];
