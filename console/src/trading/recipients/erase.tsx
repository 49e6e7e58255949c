import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../shared/change/index.ts';
import { AskFirst } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { recipientQuery } from './queries.ts';
import { texts } from './texts.ts';

const { erase: t } = texts;

/** Erases who received it, for admins. The server refuses while anything needs it, and says what. */
export default function EraseRecipient({ id }: { readonly id: string }) {
  const isAdmin = useScope('admin');
  const mayRead = useScope('pii:view');
  const known = useQuery({ ...recipientQuery(id), enabled: isAdmin && mayRead });
  const erase = useChange(
    'recipients',
    () => trading.recipients.erase(id),
    () => ({ text: t.done }),
  );
  if (!isAdmin || known.data?.travelRule === null) return null;
  return (
    <>
      {erase.error !== null && <Problem error={erase.error} />}
      <AskFirst
        label={t.label}
        question={t.question}
        confirm={t.confirm}
        size="xs"
        isPending={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </>
  );
}
