import { type ComponentType, createElement, lazy } from 'react'

type Loaded<P> = { default: ComponentType<P> }

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
 */
export function lazily<P extends object>(load: () => Promise<Loaded<P>>): ComponentType<P> {
  const again = async () => {
    const loaded = await load()
    Part = lazy(async () => loaded)
  }
  const start = () =>
    load().catch((cause) => {
      throw new NotLoaded(cause, again)
    })
  let Part = lazy(start)
  return (props) => createElement(Part as ComponentType<P>, props)
}
