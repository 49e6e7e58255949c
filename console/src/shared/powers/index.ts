export { PowersForm } from './powers-form.tsx';
