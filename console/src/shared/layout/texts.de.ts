import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  product: 'Quaestor',
  skip: 'Zum Inhalt springen',
  search: 'Suchen',
  searchKey: (isMac) => (isMac ? '⌘ K' : 'Strg K'),
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  screens: 'Seiten',
  waiting: (count) => `${count} wartend`,
  security: 'Sicherheit',
  display: 'Sprache und Zeitzone',
  signOut: 'Abmelden',
  darkColours: 'Dunkle Farben verwenden',
  lightColours: 'Helle Farben verwenden',
  palette: {
    commands: 'Befehle',
    security: 'Sicherheit meines Kontos',
    nothing: 'Nichts heißt so.',
    placeholder: 'Zu einer Seite oder einem Befehl',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    close: 'Schließen',
    screens: 'Seiten: erst g, dann ein Buchstabe',
    keys: [
      ['/', 'Zum Filter'],
      ['j', 'Nächste Zeile'],
      ['k', 'Vorige Zeile'],
      ['x', 'Zeile auswählen'],
      ['a', 'Zeile oder Auswahl freigeben'],
      ['r', 'Zeile oder Auswahl ablehnen'],
      ['Enter', 'Zeile öffnen'],
      ['Strg K', 'Seite oder Befehl suchen'],
      ['?', 'Diese Liste anzeigen'],
    ],
  },
};
