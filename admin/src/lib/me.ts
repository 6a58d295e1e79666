import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'

/** The signed-in admin; a claim carries the user's `_id`. */
export type Me = { _id: string; name: string }

export function useMe(): Me {
  const user = useAtomValue(userAtom)
  return { _id: user?._id ?? '', name: user?.name ?? '' }
}
