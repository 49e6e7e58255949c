import { register } from 'tsx/esm/api';

// Of its own accord tsx serves the first thread of a process only.
register();
