/** Why withdrawals wait while a restore is not released, in words for the people who wait. */
export const HELD =
  'The database was restored from a backup and may lack what was paid since. ' +
  'Withdrawals are sent again after somebody has run quaestor reconcile and released them.';
