import type { Translation } from '../../shared/text/index.ts';
import type { texts as english } from './create-texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Neue Umbuchung',
  about:
    'Von einer unserer Börsen zu einer anderen. Die empfangende Börse wird nach unserer Adresse gefragt.',
  from: 'Von Börse',
  to: 'Zu Börse',
  noVenue: 'Keine andere Börse zeigt Programmen ihre Adressen und Einzahlungen.',
  asset: 'Währung',
  noAsset: 'Keine Währung hat ein Netzwerk, das beide Börsen kennen.',
  network: 'Netzwerk',
  choose: 'Wählen Sie aus.',
  amount: 'Betrag',
  available: (amount, code) => `${amount} ${code} verfügbar`,
  max: 'Alles',
  reference: 'Referenz',
  aboutReference: 'Ihre eigene. Dieselbe Referenz bewegt nie zweimal Geld.',
  giveReference: 'Geben Sie eine Referenz an.',
  check: 'Prüfen',
  review: 'Durchsicht',
  aboutReview:
    'Füllen Sie das Formular aus und prüfen Sie es: Hier steht alles, was zu vergleichen ist, bevor Geld abgeht.',
  request: 'Umbuchung anfordern',
  made: 'Die Umbuchung geht an die Börse.',
  created: {
    SIMULATED: 'Die Umbuchung wurde simuliert. Nichts wird gesendet.',
    APPROVAL_REQUESTED: 'Die Umbuchung wartet auf Freigaben.',
  },
};
