import { endpoint, type Endpoint } from '../../http/index.ts';
import { DeviceId, NewDevice, removeDevice, saveDevice } from '../push/index.ts';
import { NoticeSettings } from './schema.ts';
import { showSettings, type ServiceNotices } from './settings.ts';

const tag = 'Notices';
const path = '/notices/devices';

/** The endpoints with which people choose the browsers that get their messages. */
export function deviceEndpoints(notices: ServiceNotices): Endpoint[] {
  const { service } = notices;
  return [
    endpoint({
      method: 'PUT',
      path,
      operation: 'saveNoticeDevice',
      tag,
      summary: 'Switch on messages to the browser that you use',
      description:
        'The browser gives the values, by a subscription with `pushKey` of the settings. It gets the messages of this service. They end with the session that switched them on, if that is ended before it expires, and with your password.',
      scope: 'any token',
      body: NewDevice,
      answers: { 200: { description: 'The settings of the person.', schema: NoticeSettings } },
      errors: ['forbidden', 'not_found', 'unprocessable'],
      async handle(context, { body }) {
        await saveDevice(context, notices.push, { ...body, service });
        return { status: 200, body: await showSettings(context, notices) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'removeNoticeDevice',
      tag,
      summary: 'Switch off messages to a browser',
      scope: 'any token',
      params: DeviceId,
      answers: { 204: { description: 'Nothing is sent to it any more.', schema: null } },
      errors: ['forbidden', 'not_found'],
      async handle(context, { params }) {
        await removeDevice(context, params);
        return { status: 204 };
      },
    }),
  ];
}
