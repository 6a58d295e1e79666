import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { balanceKey } from '../../lib/use-balance.ts'

/** Lets the page settle before the socket is loaded, in ms. */
const settleMs = 1_500

/** Open pages read the catalogue again within so long of a change, each at another moment, in ms. */
const spreadMs = 1_500

/** Keeps the balance, and what the catalogue says, right on every screen while someone is signed in. */
export function useLiveWallet(): void {
  const { realtime, queries } = useServices()
  const userid = useAtomValue(userAtom)?.userid

  useEffect(() => {
    if (userid === undefined) return
    let seen = -1
    // News has no snapshot: what changed before the first of it, or was missed, is asked for.
    const ask = () => {
      queries.invalidateQueries({ queryKey: balanceKey(userid) })
      queries.invalidateQueries({ queryKey: ['transactions', userid] })
    }
    const stops: (() => void)[] = []
    const timer = setTimeout(() => {
      stops.push(
        realtime.subscribeWallet(({ balance, version }) => {
          if (version <= seen) return
          seen = version
          // An answer that was asked for before this news must not undo it.
          const queryKey = balanceKey(userid)
          void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, { balance }))
          queries.invalidateQueries({ queryKey: ['transactions', userid] })
        }, ask),
        realtime.subscribeCatalogue(
          (news) => void import('./read-goods-again.ts').then((late) => late.refetchCatalogue(queries, news)),
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
