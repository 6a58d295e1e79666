import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { endSession, tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { plainMessage } from '../../lib/plain-message.ts'
import { useGoToLogin } from '../../lib/use-navigate-to.ts'
import { texts } from './texts.ts'

/** Time to read the warning before the login page opens, in ms. */
const expiredMs = 3_000

/** Says why there is no order (specification §8). */
export function useOrderError(): (error: unknown) => void {
  const { store } = useServices()
  const goToLogin = useGoToLogin()
  return (error) => {
    if (!(error instanceof ApiError)) {
      const detail = error instanceof Error ? error.message : String(error)
      const text = t('{detail}. Your details are saved. Trying again won’t place a second order.', {
        detail: plainText(detail),
      })
      pushToast(store, { kind: 'bad', title: t(texts.networkFailure), text })
      return
    }
    if (error.message === texts.tokenExpired || error.status === 401) {
      pushToast(store, {
        kind: 'warn',
        title: t(texts.sessionExpired),
        // An earlier answer may have been lost.
        text: `${t(cannotTwice)} ${t('Your details are saved.')}`,
      })
      const refused = store.get(tokenAtom)
      setTimeout(() => {
        endSession(store, refused)
        // Signed in again meanwhile, in another tab: no login is needed.
        if (!store.get(tokenAtom)) goToLogin()
      }, expiredMs)
      return
    }
    const { text, serverText } = plainMessage(error)
    pushToast(store, {
      kind: 'bad',
      title: plainText(text),
      text: [besideIt(error), serverText].join(' ').trim(),
    })
  }
}

const nothingMoved: Text = 'No order was placed and no money was taken.'
const cannotTwice: Text = 'Trying again won’t place a second order.'

/**
 * Whether money moved and what to do next, where the server's sentence does not say it. A refused order
 * certainly had no effect; an unclear one may have.
 */
function besideIt(error: ApiError): string {
  const { code, message } = error
  if (outcomeOf(error) !== 'refused') return statesOutcome(message) ? '' : t(cannotTwice)
  const next = goneCodes.has(code ?? '') ? t('Choose another item.') : ''
  return [statesOutcome(message) ? '' : t(nothingMoved), next].join(' ').trim()
}

const statesOutcome = (message: string) => /money moved|Nothing was/i.test(message)
const goneCodes = new Set([
  'product_not_found',
  'item_not_found',
  'out_of_stock',
  'not_found',
  'indonesian_id',
])
