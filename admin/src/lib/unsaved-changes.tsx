import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'

const question = 'Leave this page? What was typed and not saved is lost.'

type UnsavedChanges = {
  /** Marks unsaved changes until the returned function is called. Pages below `within` keep them. */
  register(within: string | undefined): () => void
  hasUnsaved(): boolean
  /**
   * Whether the page may be left, for another one of the app or for good: asks once if something
   * would be lost.
   */
  confirmLeave(to?: string): boolean
  /** Call on arrival at another page: the confirmation is used up, and the next exit asks again. */
  arrive(): void
}

function unsavedChanges(): UnsavedChanges {
  const registered = new Map<symbol, string | undefined>()
  // One confirmation covers one exit: signing out also navigates, and the browser reports that as
  // well.
  let isAgreed = false
  return {
    register: (within) => {
      const one = Symbol('typed')
      registered.set(one, within)
      isAgreed = false
      return () => void registered.delete(one)
    },
    hasUnsaved: () => registered.size > 0 && !isAgreed,
    confirmLeave: (to) => {
      const isLost = [...registered.values()].some((within) => within === undefined || !isBelow(to, within))
      if (!isLost || isAgreed) return true
      isAgreed = window.confirm(question)
      return isAgreed
    },
    arrive: () => {
      isAgreed = false
    },
  }
}

const GuardContext = createContext<UnsavedChanges>(unsavedChanges())

/** For exits that are no navigation. */
export const useConfirmLeave = (): UnsavedChanges['confirmLeave'] => use(GuardContext).confirmLeave

/**
 * Asks at every exit from the page while there are unsaved changes.
 * @param within pages below this address, as `/usersdata/1/`, keep what is typed
 */
export function useUnsavedChanges(isUnsaved: boolean, within?: string): void {
  const guard = use(GuardContext)
  const { basename } = use(NavigationContext)
  const fullPath = within === undefined ? undefined : `${withoutEnd(basename)}${within}`
  useEffect(() => (isUnsaved ? guard.register(fullPath) : undefined), [isUnsaved, guard, fullPath])
}

/**
 * Asks before a page with unsaved changes is left: by a link, by code, by Back and Forward, by a
 * reload. The router's own blocker needs its data router, 18 kB of the board's first load; this
 * guard sits between the router's hooks and its history. It is there from the first render, before
 * sign-in.
 */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const [guard] = useState(unsavedChanges)
  const router = use(NavigationContext)
  const { basename, navigator } = router
  const { pathname } = useLocation()
  const currentPath = withoutEnd(`${withoutEnd(basename)}${pathname}`)
  useTraversals(guard, currentPath)
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => guard.hasUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [guard])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each page
  useEffect(() => guard.arrive(), [guard, currentPath])
  // Constant for each page: components that use `navigate` do not render again with every change of
  // the search parameters.
  const guardedRouter = useMemo(() => {
    type To = Parameters<typeof navigator.push>[0]
    const mayGo = (to: To) => {
      const path = pathOf(to) ?? currentPath
      return isSame(path, currentPath) || guard.confirmLeave(path)
    }
    const guarded: typeof navigator = {
      createHref: (to) => navigator.createHref(to),
      ...(navigator.encodeLocation && { encodeLocation: navigator.encodeLocation }),
      go: (delta) => navigator.go(delta),
      push: (to, ...more) => void (mayGo(to) && navigator.push(to, ...more)),
      replace: (to, ...more) => void (mayGo(to) && navigator.replace(to, ...more)),
    }
    return { ...router, navigator: guarded }
  }, [router, navigator, guard, currentPath])
  return (
    <GuardContext value={guard}>
      <NavigationContext value={guardedRouter}>{children}</NavigationContext>
    </GuardContext>
  )
}

/**
 * For Back and Forward the browser reports only afterwards: an admin who stays is returned before
 * the router receives the event.
 */
function useTraversals(guard: UnsavedChanges, currentPath: string) {
  const location = useLocation()
  const onPop = useEffectEvent((event: PopStateEvent, at: { index: number; returning: boolean }) => {
    const to = indexOf(event.state)
    const path = window.location.pathname
    if (at.returning) event.stopImmediatePropagation()
    else if (to !== undefined && !isSame(path, currentPath) && !guard.confirmLeave(path)) {
      event.stopImmediatePropagation()
      at.returning = true
      window.history.go(at.index - to)
      return
    }
    at.returning = false
    at.index = to ?? at.index
  })
  const [at] = useState(() => ({ index: 0, returning: false }))
  // A layout effect runs before that of the surrounding router if both mount together. On `window`,
  // listeners run in the order in which they were added, capturing or not.
  useLayoutEffect(() => {
    const listen = (event: PopStateEvent) => onPop(event, at)
    window.addEventListener('popstate', listen, { capture: true })
    return () => window.removeEventListener('popstate', listen, { capture: true })
  }, [at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each history entry has its own index
  useLayoutEffect(() => {
    at.index = indexOf(window.history.state) ?? at.index
  }, [at, location])
}

/** The index of an entry in the router's history. */
function indexOf(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof index === 'number' ? index : undefined
}

const pathOf = (to: string | { pathname?: string | undefined }): string | undefined =>
  typeof to === 'string' ? to.replace(/[?#].*$/, '') || undefined : to.pathname

/** `/admin/` and `/admin` are one page. */
const isSame = (one: string, other: string): boolean => withoutEnd(one) === withoutEnd(other)

/** `/usersdata/1` is the first page below itself; `/usersdata/12` is another one. */
const isBelow = (path: string | undefined, within: string): boolean =>
  path !== undefined && `${withoutEnd(path)}/`.startsWith(within)

const withoutEnd = (path: string): string => path.replace(/\/$/, '')
