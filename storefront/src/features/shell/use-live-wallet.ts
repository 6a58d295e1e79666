import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { balanceKey } from '../../lib/use-balance.ts'

/** Delay before the socket is loaded, in ms. */
const settleMs = 1_500

/** Open pages refetch the catalogue at a random moment within this time after a change, in ms. */
const spreadMs = 1_500

/** Keeps the balance and the catalogue current on every screen while a user is signed in. */
export function useLiveWallet(): void {
  const { realtime, queries } = useServices()
  const userid = useAtomValue(userAtom)?.userid

  useEffect(() => {
    if (userid === undefined) return
    let lastVersion = -1
    // Updates have no snapshot: changes before the first or after a missed one are fetched.
    const refetch = () => {
      queries.invalidateQueries({ queryKey: balanceKey(userid) })
      queries.invalidateQueries({ queryKey: ['transactions', userid] })
    }
    const stops: (() => void)[] = []
    const timer = setTimeout(() => {
      stops.push(
        realtime.subscribeWallet(({ balance, version }) => {
          if (version <= lastVersion) return
          lastVersion = version
          // An answer to an earlier request must not overwrite this update.
          const queryKey = balanceKey(userid)
          void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, { balance }))
          queries.invalidateQueries({ queryKey: ['transactions', userid] })
        }, refetch),
        realtime.subscribeCatalogue(
          (update) =>
            void import('./refetch-catalogue.ts').then((late) => late.refetchCatalogue(queries, update)),
          spreadMs,
        ),
      )
    }, settleMs)
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [realtime, queries, userid])
}
