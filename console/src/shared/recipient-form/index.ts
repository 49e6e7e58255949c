export { RecipientFields, sayMember, type ProviderQuestion } from './recipient-fields.tsx';
