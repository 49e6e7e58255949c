/** A language is added here: nothing compiles before the frame and every kind have its texts. */
export type Language = 'en';

interface Frame {
  /** The title of messages that say nothing. */
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
};
