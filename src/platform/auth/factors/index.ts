export { checkAppCode, checkCode, hashRecoveryCode, makeRecoveryCodes, makeTotp } from './codes.ts';
export {
  beginConfirmation,
  beginRegistration,
  beginSignIn,
  finishRegistration,
  finishSignIn,
  siteOf,
  verifyAssertion,
  type Site,
} from './passkeys.ts';
export {
  confirmTotp,
  countRecoveryCodes,
  deleteExpiredChallenges,
  deletePasskey,
  deletePasskeys,
  deleteRecoveryCodes,
  deleteTotp,
  insertPasskey,
  insertRecoveryCodes,
  insertTotp,
  selectPasskeys,
  selectTotp,
  type PasskeyRow,
} from './store.ts';
