import type { Disbursement } from '@quaestor/sdk';
import { Timeline, type TimelineItem } from '../../shared/timeline/index.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

const TONES: Readonly<Record<Disbursement['status'], TimelineItem['tone']>> = {
  REQUESTED: 'idle',
  APPROVED: 'good',
  SEALED: 'busy',
  SENT: 'busy',
  ACCEPTED: 'busy',
  PAID: 'good',
  RETURNED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'bad',
};

/** The request, the approval, the last change and its review: what the server keeps the times of. */
export function DisbursementTimeline({ disbursement }: { disbursement: Disbursement }) {
  return <Timeline label={t.timeline} items={itemsOf(disbursement)} />;
}

function itemsOf(disbursement: Disbursement): TimelineItem[] {
  const { status, requested_by, requested_at, approved_by, approved_at, updated_at, reason } = disbursement;
  const { settled_by, settled_at, reviewed_by, reviewed_at } = disbursement;
  const items: TimelineItem[] = [
    { key: 'requested', at: requested_at, who: requested_by, title: t.requested, tone: 'idle' },
  ];
  if (approved_by !== null && approved_at !== null)
    items.push({ key: 'approved', at: approved_at, who: approved_by, title: t.approved, tone: 'good' });
  const isLast = status !== 'APPROVED' && !(status === 'REQUESTED' && reason === null);
  if (isLast)
    items.push({
      key: status,
      at: settled_at ?? updated_at,
      who: settled_by ?? '',
      title: texts.statuses[status],
      tone: TONES[status],
      body: reason !== null && texts.reason(reason),
    });
  if (reviewed_by !== null && reviewed_at !== null)
    items.push({ key: 'reviewed', at: reviewed_at, who: reviewed_by, title: t.reviewed, tone: 'good' });
  return items;
}
