import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { useAtomValue } from 'jotai'

const texts = { idle: 'Connecting…', connecting: 'Connecting…', live: 'Live', lost: 'Offline' } as const

/** Shows whether the screen updates automatically. */
export function LiveMark() {
  const { state } = useAtomValue(connectionAtom)
  return (
    <span className={state === 'live' ? 'live' : 'live off'} role="status">
      {texts[state]}
    </span>
  )
}
