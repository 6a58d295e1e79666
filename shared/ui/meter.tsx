export type MeterProps = {
  /** What is measured, for screen readers. */
  label: string
  /** 0 to 1. */
  share: number
  tone?: 'ok' | 'warn' | 'bad' | undefined
}

/** A bar that shows a share; the number is next to it. */
export function Meter({ label, share, tone = 'ok' }: MeterProps) {
  const percent = Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10
  return (
    <span className={`meter ${tone}`} role="img" aria-label={`${label}: ${percent}%`}>
      <i style={{ width: `${percent}%` }} />
    </span>
  )
}
