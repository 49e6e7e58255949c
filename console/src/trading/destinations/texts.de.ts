import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Ziele',
    description: 'Das Adressbuch der Auszahlungen. Jeden Eintrag bestätigt ein zweiter Admin.',
    create: 'Neues Ziel',
    empty: {
      title: 'Noch kein Ziel',
      text: 'Ein Ziel ist eine Adresse oder ein Bankkonto unter einem Namen. Sobald ein zweiter Admin es bestätigt hat, gilt es den Richtlinien als bekannt.',
    },
    unmatched: {
      title: 'Kein Ziel gefunden',
      text: 'Suchen Sie nach einem Teil eines Namens, einer Adresse oder eines Kontos.',
    },
  },
  columns: {
    alias: 'Bezeichnung',
    kind: 'Netzwerk',
    where: 'Adresse oder Konto',
    status: 'Status',
    createdBy: 'Gespeichert von',
    created: 'Gespeichert',
  },
  bank: 'Bankkonto',
  detail: {
    facts: {
      status: 'Status',
      network: 'Netzwerk',
      address: 'Adresse',
      tag: 'Tag',
      account: 'Bankkonto bei den Börsen',
      recipient: 'Empfänger',
      createdBy: 'Gespeichert von',
      created: 'Gespeichert',
      confirmedBy: 'Bestätigt von',
      confirmed: 'Bestätigt',
    },
    address: 'Adresse',
    compare: 'Vergleichen Sie vor dem Bestätigen jede Gruppe mit einer Quelle, der Sie vertrauen.',
    confirm: 'Ziel bestätigen',
    own: 'Sie haben es gespeichert. Ein anderer Admin bestätigt es.',
    notAdmin: 'Nur Admins bestätigen oder entfernen Ziele.',
    remove: 'Entfernen',
    askRemove: 'Auszahlungen können es dann nicht mehr nennen. Entfernen?',
    confirmRemove: 'Ziel entfernen',
    confirmed: (alias) => `${alias} ist bestätigt. Den Richtlinien gilt es als bekannt.`,
    removed: (alias) => `${alias} ist entfernt.`,
  },
  create: {
    title: 'Neues Ziel',
    about:
      'Auszahlungen können es sofort nennen. Bis ein anderer Admin es bestätigt, gilt es den Richtlinien als neu.',
    alias: 'Bezeichnung',
    aboutAlias: 'Ihre eigene, etwa cold-wallet.',
    kind: 'Art',
    blockchain: 'Blockchain-Adresse',
    bank: 'Bankkonto',
    network: 'Netzwerk',
    address: 'Adresse',
    aboutAddress: 'Die Prüfsumme wird beim Tippen geprüft.',
    tag: 'Tag oder Memo',
    aboutTag: 'Wo das Netzwerk eines hat.',
    account: 'Konto',
    aboutAccount: 'Der Name des Bankkontos bei den Börsen.',
    recipient: 'Sagen, wer empfängt',
    aboutRecipient: (venues) =>
      `${venues} fragt danach, bevor dorthin gezahlt wird. Der andere Admin bestätigt den Empfänger zusammen mit der Adresse.`,
    required: 'Das ist erforderlich.',
    save: 'Ziel speichern',
    saved: (alias) => `${alias} ist gespeichert. Ein anderer Admin bestätigt es.`,
  },
};
