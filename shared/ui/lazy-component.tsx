import { type ComponentType, createContext, createElement, lazy, useContext, useState } from 'react'

type Loaded<P> = {
  default: ComponentType<P>
  /** Resolves when the data that the component renders from has loaded too. */
  arrived?: Promise<unknown>
}

/** A component whose script loads when it is first rendered, or earlier through `preload`. */
export type LazyComponent<P> = ComponentType<P> & { preload: () => Promise<void> }

/**
 * By lazy component, what its script waits for in addition; a rejection counts as a failed load. Tests delay and fail
 * scripts with it.
 */
export const ScriptGates = createContext<ReadonlyMap<unknown, Promise<void>>>(new Map())

/** Thrown in place of a component whose script has not loaded. `again` loads it, and rejects as before. */
export class NotLoaded extends Error {
  readonly again: () => Promise<void>

  constructor(cause: unknown, again: () => Promise<void>) {
    super('a script has not come', { cause })
    this.again = again
  }
}

/**
 * Like React's `lazy`, but a failed script can still load: the boundary above (`LoadBoundary`) shows a
 * message meanwhile. A loaded component renders at once, without a fallback.
 */
export function lazyComponent<P extends object>(load: () => Promise<Loaded<P>>): LazyComponent<P> {
  let LoadedComponent: ComponentType<P> | undefined
  const again = async () => {
    const loaded = await load()
    Part = lazy(async () => loaded)
  }
  const fail = (cause: unknown): never => {
    throw new NotLoaded(cause, again)
  }
  let Part = lazy(() => load().catch(fail))
  // React renders again after a wait, and has to find the same component.
  const gated = new WeakMap<Promise<void>, ComponentType<P>>()
  const behind = (gate: Promise<void>) => {
    const Gated = gated.get(gate) ?? (lazy(() => gate.then(load).catch(fail)) as ComponentType<P>)
    gated.set(gate, Gated)
    return Gated
  }
  const Arriving = (props: P) => {
    const gate = useContext(ScriptGates).get(Arriving)
    // Cached while this component is mounted: a new component in its place would lose everything typed.
    const [Drawn] = useState<ComponentType<P>>(() =>
      gate ? behind(gate) : (LoadedComponent ?? (Part as ComponentType<P>)),
    )
    return createElement(Drawn, props)
  }
  const preload = async () => {
    const loaded = await load()
    await loaded.arrived
    LoadedComponent = loaded.default
  }
  return Object.assign(Arriving, { preload })
}
