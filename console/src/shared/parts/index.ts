export { Alarm } from './alarm.tsx';
export { AskFirst } from './ask-first.tsx';
export { Copy } from './copy.tsx';
export { Empty } from './empty.tsx';
export { Facts, type Fact } from './facts.tsx';
export { Note } from './note.tsx';
export { Page } from './page.tsx';
export { Section } from './section.tsx';
export { Status, type Tone } from './status.tsx';
