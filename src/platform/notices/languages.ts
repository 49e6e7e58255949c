/** Add a language here: the compiler then asks for the texts of the frame and of every kind. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English for those who have not chosen another one that messages have. */
export const languageOf = (chosen: string | null): Language =>
  LANGUAGES.find((language) => language === chosen) ?? 'en';

interface Frame {
  /** The title of messages that do not say what they are about. */
  readonly bare: string;
  readonly open: string;
  readonly footer: string;
}

/** What every message says. */
export const FRAMES: Readonly<Record<Language, Frame>> = {
  en: {
    bare: 'Something in Quaestor concerns you',
    open: 'Open it in Quaestor',
    footer:
      'This message decides nothing, and nobody reads replies to it. Decide in Quaestor, after you have signed in. You choose there which messages you get.',
  },
  de: {
    bare: 'Etwas in Quaestor betrifft Sie',
    open: 'In Quaestor öffnen',
    footer:
      'Diese Nachricht entscheidet nichts, und niemand liest Antworten darauf. Entscheiden Sie in Quaestor, nachdem Sie sich angemeldet haben. Dort wählen Sie auch, welche Nachrichten Sie erhalten.',
  },
};
