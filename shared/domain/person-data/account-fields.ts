import { type PersonalCollection, staffRecord } from './personal-fields.ts'

/** Collections of accounts, their sign-ins and notifications. */
export const accountCollections = {
  users: {
    personal: [
      {
        fields: ['name', 'email'],
        about: 'customer',
        purpose: 'sign-in, receipts, notifications',
        term: 'account',
        erasure: 'replace',
        file: 'account',
      },
      {
        fields: ['mobilenumber'],
        about: 'customer',
        purpose: 'sign-in, notifications',
        term: 'account',
        erasure: 'clear',
        file: 'account',
      },
      {
        fields: ['contactChange.previous.mobilenumber', 'contactChange.previous.email'],
        about: 'customer',
        purpose: 'undoing a change of contact',
        term: 'account',
        erasure: 'clear',
        file: 'account',
      },
      {
        fields: ['lastSeenAt'],
        about: 'customer',
        purpose: 'support: when the account was last used',
        term: 'account',
        erasure: 'clear',
        file: 'account',
      },
      {
        fields: ['passwordHash'],
        about: 'customer',
        purpose: 'sign-in',
        term: 'account',
        erasure: 'replace',
        notExported: 'a secret',
      },
    ],
    other: [
      '_id',
      'userid',
      'role',
      'staffRole',
      'verified',
      'isVerifiedByStaff',
      'contactChange.mobile',
      'contactChange.email',
      'contactChange.frozenUntil',
      'staffSince',
      'ownerUntil',
      'isBlocked',
      'erasedAt',
      'hasSecondFactor',
      'sessionsValidFrom',
      'createdAt',
      'updatedAt',
      '__v',
    ],
  },
  unique_names: {
    personal: [
      {
        fields: ['_id'],
        about: 'customer',
        purpose: 'one account for each address, number and hosted identity',
        term: 'account',
        erasure: 'delete',
        file: 'account',
      },
    ],
    other: ['owner'],
  },
  sessions: {
    personal: [
      {
        fields: ['address', 'device'],
        about: 'customer',
        purpose: 'the list of devices, in which the customer recognises a stranger',
        term: 'session',
        erasure: 'delete',
        file: 'devices',
      },
    ],
    other: [
      '_id',
      'userId',
      'validFrom',
      'hasSecondFactor',
      'reauthenticatedAt',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
    ],
  },
  push_subscriptions: {
    personal: [
      {
        fields: ['endpoint', 'p256dh', 'auth'],
        about: 'customer',
        purpose: 'notifications in a browser',
        term: 'device',
        erasure: 'delete',
        notExported: 'allows sending to the browser; the export has the time of the consent',
      },
    ],
    other: ['_id', 'userId', 'sessionId', 'since', 'expiresAt'],
  },
  second_factors: {
    personal: [
      {
        fields: ['sealedSecret', 'recoveryHashes', 'recoverySalt'],
        about: 'staff',
        purpose: 'sign-in',
        term: 'account',
        erasure: 'delete',
        notExported: 'a secret',
      },
    ],
    other: ['_id', 'isOn', 'setUpAt', 'verifiedInSession', 'lastStep'],
  },
  otps: {
    personal: [
      {
        fields: ['_id'],
        about: 'customer',
        purpose: 'the number or address that a code was sent to',
        term: 'code',
        erasure: 'delete',
        notExported: 'the same number and address as in the account',
      },
    ],
    other: ['notificationId', 'codeMac', 'sealedCode', 'askedAt', 'tries', 'expiresAt'],
  },
  email_tokens: {
    personal: [
      {
        fields: ['email'],
        about: 'customer',
        purpose: 'the address that a link was sent to',
        term: 'code',
        erasure: 'delete',
        notExported: 'the same address as in the account',
      },
    ],
    other: ['_id', 'notificationId', 'tokenHash', 'mailedAt', 'expiresAt'],
  },
  account_notifications: {
    personal: [
      {
        fields: ['about'],
        about: 'customer',
        purpose: 'the number or address that is notified',
        term: 'code',
        erasure: 'delete',
        notExported: 'the same number and address as in the account',
      },
      {
        ...staffRecord,
        fields: ['ownerChange.by', 'ownerChange.text', 'ownerAlert.sentence'],
        purpose: 'mails to the owners',
        term: 'code',
        because: 'deleted a day after they expired',
      },
    ],
    other: [
      '_id',
      'updatedAt',
      'kind',
      'sealedCode',
      'ownerAlert.subject',
      'ownerChange.waits',
      'erasure',
      'due',
      'expiresAt',
    ],
  },
  notifications: {
    personal: [
      {
        fields: ['answer'],
        about: 'customer',
        purpose: 'why a notification was not delivered',
        term: 'halfYear',
        erasure: 'clear',
        file: 'notifications',
      },
    ],
    other: ['_id', 'status', 'attempts', 'firstAt', 'since', 'nextAt', 'kind', 'ref', 'channel', 'senderId'],
  },
  sms_numbers: {
    personal: [
      {
        fields: ['_id'],
        about: 'customer',
        purpose: 'the interval between two text messages to a number',
        term: 'hour',
        erasure: 'delete',
        notExported: 'the same number as in the account',
      },
    ],
    other: ['sentAt', 'codeUntil', 'expiresAt'],
  },
  idempotency_keys: {
    personal: [
      {
        fields: ['reply'],
        about: 'customer',
        purpose: 'the same reply when a request is repeated',
        term: 'month',
        erasure: 'keep',
        because: 'found only by a hash of the request’s key; deleted after 30 days',
        notExported: 'the same values as in the order, top-up or ticket that it replied about',
      },
    ],
    other: [
      '_id',
      'route',
      'requestHash',
      'ref',
      'state',
      'owner',
      'startedAt',
      'status',
      'openFor',
      'about',
    ],
  },
} satisfies Record<string, PersonalCollection>
