import { keepChoice, readChoice } from '../kept-choice.ts'

/** What somebody chose about notifications on this device. */
export type PushChoice = { kind: 'on'; userId: string } | { kind: 'refused' }

export const readPushChoice = () => readChoice<PushChoice>('push')
export const keepPushChoice = (choice: PushChoice | undefined) => keepChoice('push', choice)
