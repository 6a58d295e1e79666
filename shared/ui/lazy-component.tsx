import { type ComponentType, createElement, lazy, useState } from 'react'

type Loaded<P> = {
  default: ComponentType<P>
  /** Ends when what the part draws itself from is here too. */
  arrived?: Promise<unknown>
}

/** A part of the app whose script comes when it is first drawn; or before, when `arrive` is called. */
export type LazyComponent<P> = ComponentType<P> & { arrive: () => Promise<void> }

/** Thrown where a part of the app should stand whose script has not come. `again` asks for it, and rejects as before. */
export class NotLoaded extends Error {
  readonly again: () => Promise<void>

  constructor(cause: unknown, again: () => Promise<void>) {
    super('a script has not come', { cause })
    this.again = again
  }
}

/**
 * React's `lazy`, but a script that has not come may still come: the boundary above (`LoadBoundary`) says so meanwhile.
 * What has arrived is drawn at once, with nothing in its place before.
 */
export function lazyComponent<P extends object>(load: () => Promise<Loaded<P>>): LazyComponent<P> {
  let here: ComponentType<P> | undefined
  const again = async () => {
    const loaded = await load()
    Part = lazy(async () => loaded)
  }
  const start = () =>
    load().catch((cause) => {
      throw new NotLoaded(cause, again)
    })
  let Part = lazy(start)
  const Arriving = (props: P) => {
    // Kept for as long as this one stands: another component in its place would forget all that was typed.
    const [Drawn] = useState<ComponentType<P>>(() => here ?? (Part as ComponentType<P>))
    return createElement(Drawn, props)
  }
  const arrive = async () => {
    const loaded = await load()
    await loaded.arrived
    here = loaded.default
  }
  return Object.assign(Arriving, { arrive })
}
