/** Of the form and of the sentences about who receives a withdrawal. */
export const texts = {
  asked: (venues: string) =>
    `Asked by ${venues}. It is kept encrypted, and only those who may read it see it.`,
  providerAt: (venue: string) => `Provider, as ${venue} calls it`,
  aboutProvider: 'Type a part of its name and choose it.',
  unlistedProvider: (id: string) => `Take “${id}” as its id`,
  noProviders: 'This venue has no list that can be searched: take the id from its website.',
  refused: 'The venue asks for other answers about who receives it',
  seeFields: 'What is missing or wrong is shown beside it. Nothing was sent.',
  venues: 'Venues that will pay there',
  aboutVenues: 'Only what they ask has to be answered.',
  missing: (venue: string) => `${venue} will refuse it. Missing or wrong:`,
  complete: (venue: string) => `It is all that ${venue} asks.`,
  missingAll: (venue: string) =>
    `${venue} asks who receives it, and nothing is saved with this destination. An admin says it there, and another confirms it.`,
  unseen: (venue: string) => `The check says what else ${venue} asks.`,
  toDestinations: 'Show the destination',
  change: {
    open: 'Change who receives it',
    add: 'Say who receives it',
    warning:
      'After the change the destination is unconfirmed: policies treat it as new until an admin confirms it who has neither saved nor changed it. Withdrawals that are on their way keep what was said before.',
    save: 'Save who receives it',
    cancel: 'Leave it as it is',
    saved: (alias: string) => `Who receives at ${alias} is saved. Another admin confirms it.`,
    remove: 'Take the recipient away',
    askRemove:
      'Venues that ask will refuse withdrawals to it, and it is unconfirmed until another admin confirms it.',
    confirmRemove: 'Take away who receives it',
    removed: (alias: string) => `Nobody is named at ${alias} any more. Another admin confirms it.`,
    unread: 'You may not see what is saved: what you write takes its place as a whole.',
  },
  erase: {
    label: 'Erase who received it',
    question:
      'Names, addresses and documents are gone for good, also for every other withdrawal with this recipient. A keyed hash stays, so that the audit log can still be verified. Backups keep them until they are deleted.',
    confirm: 'Erase for good',
    done: 'Who received it is erased.',
  },
} as const;
