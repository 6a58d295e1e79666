import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { language, t } from '@jhatpat/shared/ui/texts/say.ts'
import { useState } from 'react'
import { useDelays } from './use-delays.ts'

type Props = {
  product?: string | undefined
  /** One can buy here: how one pays matters. */
  buys?: boolean
  /** The page has kept room for one, whether it is known yet or not. */
  isHeld?: boolean
}

/**
 * What takes longer just now and when there is news, in the reader's language: of one product, or of any. What is known
 * when the page is drawn stands above it, and keeps its room until the page is left. What comes later lies over the
 * page until it is closed: nothing that one is about to tap moves.
 */
export default function DelayStrip({ product, buys = false, isHeld = false }: Props) {
  const known = useDelays(product, buys)
  const now = known ?? []
  const [atFirst] = useState(now.length)
  const [closed, setClosed] = useState<readonly string[]>([])
  const rooms = Array.from({ length: Math.max(atFirst, isHeld ? 1 : 0) }, (_, place) => `room-${place}`)
  const late = now.slice(rooms.length).filter(({ en }) => !closed.includes(en))
  return (
    <>
      <div role="status">
        {rooms.map((room, place) => {
          const one = now[place]
          return one ? (
            <Strip key={room} one={one} />
          ) : (
            <div key={room} className="offline delay" data-over>
              {known && (
                <p className="shell">
                  <Icon name="circle-check" />
                  <span>{t('That is over: orders go out as usual again.')}</span>
                </p>
              )}
            </div>
          )
        })}
      </div>
      <div className="delay-late" role="status">
        {late.map((one) => (
          <Strip key={one.en} one={one} onClose={() => setClosed([...closed, one.en])} />
        ))}
      </div>
    </>
  )
}

function Strip({ one, onClose }: { one: Delay; onClose?: () => void }) {
  const says = wordsOf(one)
  return (
    <div className="offline delay">
      <div className="shell">
        <Icon name="triangle-alert" />
        <p className="delay-says">
          <span>{says}</span>
          {/* Its room is there before it is said. */}
          <span aria-hidden="true">{wordsOf({ ...one, isLetOut: !one.isLetOut })}</span>
        </p>
        {onClose && <IconButton icon="x" label={t('Close')} variant="quiet" onClick={onClose} />}
      </div>
    </div>
  )
}

function wordsOf({ en, hi, isLetOut, newsAt }: Delay): string {
  const more = isLetOut
    ? t('Waiting orders go out now, the oldest first.')
    : t('News by {time}.', { time: clockTime(newsAt) })
  return `${language() === 'hi' ? hi : en} ${more}`
}
