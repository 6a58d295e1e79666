import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { Optional } from './optional.tsx'
import { t } from './texts/translate.ts'

export type CarouselProps = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** Time for which a slide is shown, in ms; 0 disables automatic movement. */
  everyMs?: number | undefined
  onFocus?: (() => void) | undefined
}

// It moves after seconds: its script loads after the page.
const CarouselMotion = lazyComponent(() => import('./carousel-motion.tsx'))

/** Slides that scroll and snap by CSS, and move on by themselves. */
export function Carousel({ label, slides, everyMs = 6000, onFocus }: CarouselProps) {
  const rail = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const [touches, setTouches] = useState(0)
  const count = slides.length

  const go = (slide: number) => {
    const node = rail.current
    const to = (slide + count) % count
    node?.scrollTo({ left: node.clientWidth * to, behavior: isStill() ? 'auto' : 'smooth' })
    setAt(to)
  }
  const onScroll = () => {
    const node = rail.current
    if (node && node.clientWidth > 0) setAt(Math.round(node.scrollLeft / node.clientWidth))
  }

  return (
    <section
      className="car"
      aria-roledescription="carousel"
      aria-label={label}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => {
        setHeld(true)
        onFocus?.()
      }}
      onBlur={() => setHeld(false)}
    >
      <div
        className="rail"
        ref={rail}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by key
        tabIndex={0}
        onScroll={onScroll}
        onTouchStart={() => setTouches(touches + 1)}
      >
        {slides.map(({ key, content }, n) => (
          <section
            key={key}
            className="slide"
            aria-roledescription="slide"
            aria-label={t('{n} of {total}', { n: n + 1, total: count })}
          >
            {content}
          </section>
        ))}
      </div>
      {count > 1 && (
        <Controls count={count} at={at} go={go} keys={slides.map(({ key }) => key)}>
          {everyMs > 0 && (
            <Optional meanwhile={<span className="btn-icon" />}>
              <CarouselMotion {...{ at, everyMs, held, touches }} onNext={() => go(at + 1)} />
            </Optional>
          )}
        </Controls>
      )}
    </section>
  )
}

type ControlsProps = {
  count: number
  at: number
  go: (slide: number) => void
  keys: readonly string[]
  /** Next to the dots. */
  children: ReactNode
}

function Controls({ count, at, go, keys, children }: ControlsProps) {
  return (
    <div className="car-n">
      <div className="row pips">
        {keys.map((key, n) => (
          <button
            key={key}
            type="button"
            className="pip"
            aria-current={n === at}
            aria-label={t('Slide {n} of {total}', { n: n + 1, total: count })}
            onClick={() => go(n)}
          />
        ))}
        {children}
      </div>
      <div className="row hide-s">
        <IconButton icon="chevron-left" label={t('Previous slide')} onClick={() => go(at - 1)} />
        <IconButton icon="chevron-right" label={t('Next slide')} onClick={() => go(at + 1)} />
      </div>
    </div>
  )
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
