import { byNumber, Resource, type NumberedList, type Query } from '../api/index.ts';
import type {
  CompulsoryNotices,
  NewNoticeChat,
  NewNoticeDevice,
  NewNoticeEmail,
  NewNoticeRoom,
  NoticeChoice,
  NoticeDeliveryPage,
  NoticeEmailToken,
  NoticeRoom,
  NoticeSettings,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { SharedApi } from './api.ts';

/** How people get messages about what waits for them. */
export class Notices extends Resource<SharedApi> {
  /** Gets the address, quiet hours and kinds of the person who is signed in. */
  settings(options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('showNoticeSettings', {}, options);
  }

  /** @example await trading.notices.choose({ off: ['withdrawal.vote-reminder'], quietHours: null }) */
  choose(choice: NoticeChoice, options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('changeNoticeSettings', { body: choice }, options);
  }

  /** Sends a link to the address, which is used once `confirmEmail` has its token. */
  saveEmail(email: NewNoticeEmail, options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('saveNoticeEmail', { body: email }, options);
  }

  confirmEmail(token: NoticeEmailToken, options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('confirmNoticeEmail', { body: token }, options);
  }

  removeEmail(options?: RequestOptions): Promise<void> {
    return this.api.call('removeNoticeEmail', {}, options);
  }

  /** Replaces the chat that gets the messages too, by its incoming webhook. */
  saveChat(chat: NewNoticeChat, options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('saveNoticeChat', { body: chat }, options);
  }

  removeChat(options?: RequestOptions): Promise<void> {
    return this.api.call('removeNoticeChat', {}, options);
  }

  /** Sends the messages to the browser that the subscription is of, by web push. */
  saveDevice(device: NewNoticeDevice, options?: RequestOptions): Promise<NoticeSettings> {
    return this.api.call('saveNoticeDevice', { body: device }, options);
  }

  removeDevice(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeNoticeDevice', { path: { id } }, options);
  }

  /** Lists the chats that several people read. */
  rooms(options?: RequestOptions): Promise<NoticeRoom[]> {
    return this.api.call('listNoticeRooms', {}, options);
  }

  createRoom(room: NewNoticeRoom, options?: RequestOptions): Promise<NoticeRoom> {
    return this.api.call('createNoticeRoom', { body: room }, options);
  }

  removeRoom(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('removeNoticeRoom', { path: { id } }, options);
  }

  /** Replaces the kinds that nobody can switch off. */
  setCompulsory(kinds: CompulsoryNotices, options?: RequestOptions): Promise<CompulsoryNotices> {
    return this.api.call('setCompulsoryNotices', { body: kinds }, options);
  }

  /** Lists messages to people with their outcome, newest first. */
  deliveries(
    filter: Omit<Query<operations['listNoticeDeliveries']>, 'pageNumber'> = {},
    options?: RequestOptions,
  ): NumberedList<NoticeDeliveryPage> {
    return byNumber(
      filter,
      (query) => this.api.call('listNoticeDeliveries', { query }, options),
      ({ id }) => id,
    );
  }
}
