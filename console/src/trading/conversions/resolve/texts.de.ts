import type { Translation } from '../../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: (order, venue) => `Die Order ${order} bei ${venue} klären`,
  about: (venue) =>
    `Lassen Sie zuerst ${venue} selbst antworten, wenn das möglich ist. Sonst schlagen zwei Admins die Order dort nach und sagen, was sie gehandelt hat: Irren sie sich, stimmt eine Summe in den Büchern nicht. Die Order wird nie noch einmal gesendet.`,
  orderId: 'Client-Order-ID',
  id: 'Client-Order-ID',
  reported: 'Als ausgeführt gemeldet',
  question: (venue) => `Was hat sie bei ${venue} gehandelt, das hier nicht unter ihren Abschlüssen steht?`,
  traded: 'Diese Abschlüsse',
  nothing: 'Nichts weiter',
  trade: (number) => `Abschluss ${number}`,
  remove: (number) => `Abschluss ${number} entfernen`,
  add: 'Abschluss hinzufügen',
  time: 'Zeit, in UTC',
  timeExample: '2026-01-31 12:05:00.000',
  fee: 'Gebühr',
  aboutFee: 'Negativ, wenn die Börse sie gezahlt hat.',
  feeAsset: 'Währung der Gebühr',
  comment: 'Woher Sie es wissen',
  submit: 'Feststellen, was sie gehandelt hat',
  back: 'Zurück zum Gefundenen',
  noted:
    'Ihre Feststellung ist vermerkt. Sie zählt, wenn eine weitere Admin-Person dasselbe festgestellt hat.',
  settled: 'Die Order ist geklärt, so wie Sie beide es festgestellt haben.',
  finding: {
    title: (by, time) => `Festgestellt von ${by}, ${time}`,
    trades: 'Festgestellte Abschlüsse',
    nothing: 'Sie hat nichts weiter gehandelt.',
    comment: (comment) => `Woher es bekannt ist: ${comment}`,
    own: 'Das haben Sie festgestellt. Es zählt, wenn eine weitere Admin-Person dasselbe festgestellt hat.',
    check: (venue) =>
      `Sehen Sie selbst bei ${venue} nach, bevor Sie dasselbe feststellen. Danach zählt es und kann nicht mehr geändert werden.`,
    confirm: 'Ich habe dasselbe gefunden',
    other: 'Ich habe etwas anderes gefunden',
    replace: 'Meine Feststellung ersetzen',
  },
  faults: {
    choose: 'Sagen Sie, ob sie gehandelt hat.',
    noTrade: 'Fügen Sie die Abschlüsse hinzu, oder sagen Sie, dass sie nichts weiter gehandelt hat.',
    tradeId: 'Geben Sie die ID an, die die Börse zeigt.',
    time: 'Geben Sie sie wie 2026-01-31 12:05:00.000 an, in UTC.',
    amount: 'Geben Sie einen Betrag über 0 an, etwa 0,5.',
    fee: 'Geben Sie die Gebühr an, etwa 1,25; 0, wenn es keine gab.',
    feeAsset: 'Geben Sie die Währung an, etwa USDT.',
    comment: 'Sagen Sie, wo Sie es nachgesehen haben.',
  },
};
