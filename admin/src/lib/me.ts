import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'

/** The signed-in admin; `assignee` of an order has the same `_id`. */
export type Me = { _id: string; name: string }

export function useMe(): Me {
  const user = useAtomValue(userAtom)
  return { _id: user?._id ?? '', name: user?.name ?? '' }
}
