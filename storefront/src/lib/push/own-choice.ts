import { readPreference, storePreference } from '../stored-preference.ts'

/** A user's choice about notifications on this device. */
export type PushChoice = { kind: 'on'; userId: string } | { kind: 'refused' }

export const readPushChoice = () => readPreference<PushChoice>('push')
export const keepPushChoice = (choice: PushChoice | undefined) => storePreference('push', choice)
