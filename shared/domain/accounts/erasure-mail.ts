import { dayAndTimeInIndia } from '../../platform/clock.ts'
import type { NotificationFacts } from '../notifications/index.ts'
import type { IErasureMail } from './account-notification-model.ts'

const keepIt = 'To keep the account, or if you did not ask for this, log in and cancel it in your profile.'

/** Pure. What the mail about the deletion of an account says. */
export function erasureMail({ state, from }: IErasureMail): NotificationFacts['erasure'] {
  const time = from ? dayAndTimeInIndia(from) : ''
  switch (state) {
    case 'requested':
      return {
        subject: 'Your account is to be deleted',
        sentence: `We have a request to delete your account. Our team has to confirm it, and nothing is deleted before ${time}. ${keepIt}`,
      }
    case 'waiting':
      return {
        subject: 'Your account will be deleted',
        sentence: `Our team has confirmed it. Your account will be deleted after ${time}. ${keepIt}`,
      }
    case 'stopped':
      return {
        subject: 'Your account was not deleted',
        sentence:
          'Something has to be ended first, such as a balance in your wallet. Nothing was deleted. Your profile says what it is; then you can ask again.',
      }
    default:
      return state satisfies never
  }
}
