import { ShownOnce } from '../once/index.ts';
import { texts } from './texts.ts';

/** The key that signs messages. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return <ShownOnce {...texts.secret} value={secret} onClose={onClose} />;
}
