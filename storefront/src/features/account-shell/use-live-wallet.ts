import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { balanceKey } from '../../lib/use-balance.ts'

/** Lets the page settle before the socket is loaded, in ms. */
const settleMs = 1_500

/** Keeps the balance right on every screen while someone is signed in. */
export function useLiveWallet(): void {
  const { realtime, queries } = useServices()
  const userid = useAtomValue(userAtom)?.userid

  useEffect(() => {
    if (userid === undefined) return
    let seen = -1
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = realtime.watchWallet(({ balance, version }) => {
        if (version <= seen) return
        seen = version
        queries.setQueryData(balanceKey(userid), { balance })
        queries.invalidateQueries({ queryKey: ['transactions', userid] })
      })
    }, settleMs)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [realtime, queries, userid])
}
