export { Editable } from './editable.tsx';
export { useEdited } from './edited.ts';
export { otherError, Overtaken } from './overtaken.tsx';
export { useChoice } from './use-choice.ts';
