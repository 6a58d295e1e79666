import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { t } from './texts/translate.ts'

type CarouselMotionProps = {
  /** The slide that is shown. */
  at: number
  everyMs: number
  /** A pointer or the focus is on the carousel. */
  held: boolean
  /** How often the slides were touched. */
  touches: number
  onNext: () => void
}

/** Moves a carousel on by itself, with a button that stops and restarts it; a touch stops it, too. */
export default function CarouselMotion({ at, everyMs, held, touches, onNext }: CarouselMotionProps) {
  const [stopped, setStopped] = useState(false)
  const next = useEffectEvent(onNext)
  useEffect(() => {
    if (touches > 0) setStopped(true)
  }, [touches])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its time
  useEffect(() => {
    if (held || stopped || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => document.hidden || next(), everyMs)
    return () => clearTimeout(timer)
  }, [at, held, stopped, everyMs])
  return (
    <IconButton
      icon="pause"
      className="car-stop"
      label={t('Pause slides')}
      aria-pressed={stopped}
      onClick={() => setStopped(!stopped)}
    />
  )
}
