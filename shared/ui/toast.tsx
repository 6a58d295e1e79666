import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'
import { t } from './texts/translate.ts'
import { dropToast, type Toast, type ToastKind, toastMs, toastsAtom } from './toasts.ts'

const styles: Record<ToastKind, { icon: IconName; tone: string }> = {
  ok: { icon: 'circle-check', tone: 'tone-ok' },
  bad: { icon: 'circle-alert', tone: 'tone-bad' },
  form: { icon: 'circle-alert', tone: 'tone-bad' },
  warn: { icon: 'clock', tone: 'tone-warn' },
  info: { icon: 'info', tone: 'tone-info' },
}

/** The notification area at the top right; rendered once in an app. Show something with `pushToast`. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  const store = useStore()
  return (
    <section className="toasts" aria-label={t('Notifications')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => dropToast(store, toast.id)} />
      ))}
    </section>
  )
}

export type ToastCardProps = { toast: Toast; onClose: () => void }

/** One toast. Its timer is paused while the pointer or the focus is on it. */
export function ToastCard({ toast, onClose }: ToastCardProps) {
  const [paused, setPaused] = useState(false)
  useTimeLeft(toastMs(toast.kind), paused, onClose)
  const { icon, tone } = styles[toast.kind]
  const isError = toast.kind === 'bad' || toast.kind === 'form'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer
    <div
      className="toast"
      role={isError ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={icon} className={tone} />
      <span>
        {toast.title && <b>{toast.title} </b>}
        {toast.text}
      </span>
      <button type="button" aria-label={t('Close')} onClick={onClose}>
        <Icon name="x" />
      </button>
    </div>
  )
}

function useTimeLeft(totalMs: number, paused: boolean, onEnd: () => void): void {
  const leftMs = useRef(totalMs)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (paused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => end.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - startedAt
    }
  }, [paused])
}
