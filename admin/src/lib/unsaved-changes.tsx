import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker, useLocation } from 'react-router-dom'

const question = 'Leave without saving? Your changes will be lost.'

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
  useEffect(() => (isUnsaved ? guard.register(within) : undefined), [isUnsaved, guard, within])
}

/**
 * Asks before a page with unsaved changes is left: by a link, by code, by Back and Forward, by a
 * reload. It is there from the first render, before sign-in.
 */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const [guard] = useState(unsavedChanges)
  const { pathname } = useLocation()
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation: from, nextLocation: to }) =>
      !isSame(from.pathname, to.pathname) && !guard.confirmLeave(to.pathname),
    [guard],
  )
  const blocker = useBlocker(shouldBlock)
  useEffect(() => {
    // The question is already answered: the admin stays.
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => guard.hasUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [guard])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each page
  useEffect(() => guard.arrive(), [guard, pathname])
  return <GuardContext value={guard}>{children}</GuardContext>
}

/** `/admin/` and `/admin` are one page. */
const isSame = (one: string, other: string): boolean => withoutEnd(one) === withoutEnd(other)

/** `/usersdata/1` is the first page below itself; `/usersdata/12` is another one. */
const isBelow = (path: string | undefined, within: string): boolean =>
  path !== undefined && `${withoutEnd(path)}/`.startsWith(within)

const withoutEnd = (path: string): string => path.replace(/\/$/, '')
