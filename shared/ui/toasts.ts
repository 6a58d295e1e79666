import { atom, type createStore } from 'jotai'

/** `form` is the order form's error: it stays longer and there is never more than one. */
export type ToastKind = 'ok' | 'bad' | 'warn' | 'info' | 'form'
export type Toast = { id: number; kind: ToastKind; title?: string; text: string }
export type ToastStore = ReturnType<typeof createStore>

/** What is shown now: at most one form error and one notification, the newest of each. */
export const toastsAtom = atom<readonly Toast[]>([])

/** How long a toast stays, in ms. */
export function toastMs(kind: ToastKind): number {
  return kind === 'form' ? 5000 : 3000
}

/** Shows a toast in place of the last one of its sort; answers with its id. */
export function pushToast(store: ToastStore, toast: Omit<Toast, 'id'>): number {
  const shown = store.get(toastsAtom)
  const id = 1 + Math.max(0, lastId, ...shown.map((other) => other.id))
  lastId = id
  const others = shown.filter((other) => (other.kind === 'form') !== (toast.kind === 'form'))
  store.set(toastsAtom, [...others, { ...toast, id }])
  return id
}

/** Takes a toast away; one that has gone already is no error. */
export function dropToast(store: ToastStore, id: number): void {
  store.set(toastsAtom, (shown) => shown.filter((toast) => toast.id !== id))
}

// Ids are never used twice, so that a late timer cannot close a newer toast.
let lastId = 0
