import type { Context } from '../../kernel/index.ts';
import type { Loaded, NoticeKind, Saying } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { factsContext, type Facts, type FactsContext } from '../facts/handle/index.ts';
import { dayOf, readSaved } from '../reports/index.ts';
import { findObstacle, OBSTACLES } from './obstacles.ts';
import { queryOn } from './periods.ts';
import { selectScheduled } from './store.ts';

/** What a mail can hold, also where mailboxes are small, in less time than a worker may take for a message. */
const FILE = { rows: 10_000, bytes: 2 * 2 ** 20, ms: 25_000 } as const;

const SAYINGS = {
  en: {
    all: 'all',
    days: (from: string, to: string) => `${from} to ${to}`,
    attached: 'All rows are attached as CSV.',
    tooLarge: 'They are too many to attach: open the view and download them.',
  },
  de: {
    all: 'alle',
    days: (from: string, to: string) => `${from} bis ${to}`,
    attached: 'Alle Zeilen sind als CSV angehängt.',
    tooLarge: 'Es sind zu viele für einen Anhang: Öffnen Sie die Ansicht und laden Sie sie herunter.',
  },
} as const;

export const VIEW_NOTICE = 'view.due';

const NEWER = 'A newer mail of the view is due.';

/** A view at one of its times. */
export const subjectOf = (id: string, at: Date): string => `${id} ${at.toISOString()}`;

/** The mail with a saved view. Its schedule is the choice to get it, so it is not among the kinds that people choose. */
export const viewNotice = (facts: Facts): NoticeKind => ({
  name: VIEW_NOTICE,
  summary: 'A saved view that you get by mail.',
  services: ['partner'],
  isPrivate: true,
  texts: {
    en: {
      title: 'A saved view for you',
      short: 'A view that you have saved is ready. Rows: {rows}.',
      full: 'Your saved view {view} is ready. Rows: {rows}. Days: {days}. {file}',
    },
    de: {
      title: 'Eine gespeicherte Ansicht für Sie',
      short: 'Eine Ansicht, die Sie gespeichert haben, ist bereit. Zeilen: {rows}.',
      full: 'Ihre gespeicherte Ansicht {view} ist bereit. Zeilen: {rows}. Tage: {days}. {file}',
    },
  },
  async find(context, subject, among) {
    const [id = '', at = ''] = subject.split(' ');
    const row = await selectScheduled(context.db, context.actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const isOld = row.last_at !== null && new Date(at) < row.last_at;
    if (isOld) return { people: [], because: NEWER, facts: {}, path: () => '' };
    const obstacle = await findObstacle(context, { facts, isMailConfigured: true }, row);
    const isAsked = among === undefined || among.includes(row.owner);
    return {
      people: obstacle === undefined && isAsked ? [row.owner] : [],
      because: obstacle && OBSTACLES[obstacle],
      facts: { view: row.name },
      // The address of the view itself would say what it asks for.
      path: () => `/console/views/${id}`,
      load: (saying) => load(asOwner(context, facts, row), row, saying),
    };
  },
});

type Scheduled = Awaited<ReturnType<ReturnType<typeof selectScheduled>['executeTakeFirstOrThrow']>>;

/** What the owner of the view can read. */
function asOwner(context: Context<Db>, facts: Facts, { partner_uid: partnerUid }: Scheduled): FactsContext {
  return factsContext({ ...context, actor: { ...context.actor, partnerUid } }, facts);
}

async function load(context: FactsContext, view: Scheduled, { detail, language }: Saying): Promise<Loaded> {
  const t = SAYINGS[language];
  const today = dayOf(context.clock.now());
  const question = {
    report: view.report,
    query: queryOn(view, today),
    ...(detail === 'full' && { file: FILE }),
  };
  const { rows, period, csv } = await readSaved(context, question);
  return {
    facts: {
      rows: String(rows),
      days: period ? t.days(period.from, period.to) : t.all,
      file: csv ? t.attached : t.tooLarge,
    },
    attachment: csv && {
      name: `${[view.report, ...(period ? [period.from, period.to] : [today])].join('_')}.csv`,
      type: 'text/csv; charset=utf-8',
      content: csv,
    },
  };
}
