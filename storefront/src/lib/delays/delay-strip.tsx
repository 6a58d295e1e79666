import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { delayText } from './delay-texts.ts'
import { useDelays } from './use-delays.ts'

type Props = {
  product?: string | undefined
  /** Whether the page sells, so that payment methods matter. */
  buys?: boolean
  /** Whether the page reserves room for one delay, known or not. */
  hasReservedRoom?: boolean
}

/**
 * Current delays and when the next update is expected, in the user's language: of one product, or of any.
 * Delays known at the initial render are above the page and keep their room until the page is left. Later
 * ones lie over the page until they are closed: nothing under the finger moves.
 */
export default function DelayStrip({ product, buys = false, hasReservedRoom = false }: Props) {
  const delays = useDelays(product, buys)
  const current = delays ?? []
  const [rooms, setRooms] = useState(current)
  const [closed, setClosed] = useState<readonly string[]>([])
  // The reserved room is taken by the first known delay.
  if (hasReservedRoom && rooms.length === 0 && current.length > 0) setRooms(current.slice(0, 1))
  const late = current.filter((one) => !closed.includes(one.en) && !rooms.some((room) => isSame(room, one)))
  return (
    <>
      <div role="status">
        {rooms.map((room) => {
          const one = current.find((it) => isSame(room, it))
          return one ? (
            <Strip key={room.since} one={one} />
          ) : (
            <EndedStrip key={room.since} text={endedText(room, current)} />
          )
        })}
        {hasReservedRoom && rooms.length === 0 && (
          <EndedStrip text={delays && endedText(undefined, current)} />
        )}
      </div>
      <div className="delay-late" role="status">
        {late.map((one) => (
          <Strip key={one.since} one={one} onClose={() => setClosed([...closed, one.en])} />
        ))}
      </div>
    </>
  )
}

function Strip({ one, onClose }: { one: Delay; onClose?: () => void }) {
  const text = delayText(one)
  const next = delayText({ ...one, isReleased: !one.isReleased })
  return (
    <div className="offline delay">
      <div className="shell">
        <Icon name="triangle-alert" />
        <p className="delay-says">
          <span>{text}</span>
          {/* Its room is reserved before its text is known. */}
          {next !== text && <span aria-hidden="true">{next}</span>}
        </p>
        {onClose && <IconButton icon="x" label={t('Close')} variant="quiet" onClick={onClose} />}
      </div>
    </div>
  )
}

function EndedStrip({ text }: { text: string | undefined }) {
  return (
    <div className="offline delay" data-over>
      {text && (
        <p className="shell">
          <Icon name="circle-check" />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** A UPI pause is one delay, however often it recurs; any other delay has its own room. */
const isSame = (a: Delay, b: Delay) => (a.isUpiPaused ? b.isUpiPaused === true : a.since === b.since)

/** The text in the room of a delay that has ended; `now` are the current ones. */
function endedText(ended: Delay | undefined, current: readonly Delay[]): string {
  if (ended?.isUpiPaused) return t('UPI payments are back.')
  const isUsual = current.every(({ isUpiPaused }) => isUpiPaused)
  return isUsual ? t('Resolved. Orders are being sent normally.') : t('Resolved.')
}
