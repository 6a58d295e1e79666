import { atom, type createStore } from 'jotai'

/** `form` is the order form's error: it stays longer and there is never more than one. */
export type ToastKind = 'ok' | 'bad' | 'warn' | 'info' | 'form'
export type Toast = { id: number; kind: ToastKind; title?: string; text: string }
export type ToastStore = ReturnType<typeof createStore>

/** The toasts shown: at most one form error and one notification, the newest of each. */
export const toastsAtom = atom<readonly Toast[]>([])

/** How long a toast is shown, in ms. */
export function toastMs(kind: ToastKind): number {
  return kind === 'form' ? 5000 : 3000
}

/** Shows a toast in place of the previous one of its kind. @returns its id */
export function pushToast(store: ToastStore, toast: Omit<Toast, 'id'>): number {
  const shown = store.get(toastsAtom)
  const id = 1 + Math.max(0, lastId, ...shown.map((other) => other.id))
  lastId = id
  const others = shown.filter((other) => (other.kind === 'form') !== (toast.kind === 'form'))
  store.set(toastsAtom, [...others, { ...toast, id }])
  return id
}

/** Removes a toast; no effect if it has gone already. */
export function dropToast(store: ToastStore, id: number): void {
  store.set(toastsAtom, (shown) => shown.filter((toast) => toast.id !== id))
}

// Ids are never reused, so that a late timer cannot close a newer toast.
let lastId = 0
