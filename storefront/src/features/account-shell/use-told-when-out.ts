import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { signedOutAtom, tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useEffect } from 'react'

/** Says that one is signed out when that was not one's own doing, here and now: the page changes under one's hands. */
export function useSignedOutNotice(): void {
  const { store } = useServices()
  useEffect(() => {
    let before = store.get(tokenAtom)
    return store.sub(tokenAtom, () => {
      const token = store.get(tokenAtom)
      if (before && !token && !store.get(signedOutAtom)) {
        const text = t('Your session is over. Log in to go on where you were.')
        pushToast(store, { kind: 'info', title: t('You are signed out.'), text })
      }
      before = token
    })
  }, [store])
}
