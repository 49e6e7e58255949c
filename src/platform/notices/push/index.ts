export { openPush, PUSH, type PushParts } from './connect.ts';
export { endDevices, endOtherDevices, keepDevices, removeDevice, saveDevice } from './own.ts';
export { Device, DeviceId, NewDevice } from './schema.ts';
export { deleteLostDevices, selectDevices, type DeviceRow } from './store.ts';
export { createVapid } from './vapid.ts';
