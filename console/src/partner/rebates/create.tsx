import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { partner } from '../api.ts';
import GroupForm, { EMPTY, type GroupDraft } from './form.tsx';
import { toNewGroup } from './to-request.ts';
import { texts } from './texts.ts';

const { create: t } = texts;

export function NewRebateGroup() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (draft: GroupDraft) => partner.rebateGroups.create(toNewGroup(draft)),
    onSuccess: async ({ id, group_title }) => {
      await client.invalidateQueries({ queryKey: ['rebates'] });
      await navigate({ to: '/rebates/$group', params: { group: String(id) } });
      say({ text: t.created(group_title) });
    },
  });
  return (
    <Page title={t.title} description={t.description}>
      <GroupForm
        initial={EMPTY}
        submit={t.submit}
        isPending={create.isPending}
        error={create.error}
        onSubmit={(draft) => create.mutate(draft)}
      />
    </Page>
  );
}
