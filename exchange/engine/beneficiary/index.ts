export { checkBeneficiary, inquiryAbout, type Beneficiary } from './check.ts';
