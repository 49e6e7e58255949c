import { Type } from 'typebox';

export const STORAGE = Type.Object(
  {
    bucket: Type.String({
      default: '',
      maxLength: 255,
      description: 'Bucket for files. Empty: a folder.',
    }),
    folder: Type.String({
      default: '',
      maxLength: 4096,
      description:
        'Folder for files when there is no bucket; all processes must share it. A relative path is found like `data`. Empty: `files` in the data folder.',
    }),
    endpoint: Type.String({
      default: '',
      maxLength: 2048,
      description: 'URL of an S3-compatible store. Empty: Amazon S3.',
    }),
    region: Type.String({ default: 'us-east-1', minLength: 1, description: 'Region of the bucket.' }),
    prefix: Type.String({
      default: '',
      maxLength: 255,
      description: 'Prefix of all object keys, such as quaestor/.',
    }),
    accessKeyId: Type.String({
      default: '',
      maxLength: 255,
      description: 'Access key. Empty: from the environment or the role of the machine.',
    }),
    secretAccessKey: Type.String({
      default: '',
      maxLength: 1024,
      description: 'Secret access key.',
      'x-secret': true,
    }),
    pathStyle: Type.Boolean({
      default: false,
      description:
        'Put the bucket into the path instead of the host name, as many S3-compatible stores require.',
    }),
  },
  { additionalProperties: false },
);
