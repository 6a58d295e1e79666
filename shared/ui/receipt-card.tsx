import type { HTMLAttributes, ReactNode } from 'react'

/**
 * A card like a paper receipt: only for money and orders. Its children are its sections, with `<TearLine />`
 * between them: `<ReceiptCard><div>…</div><TearLine /><div>…</div></ReceiptCard>`.
 */
export function ReceiptCard({ className = '', ...rest }: HTMLAttributes<HTMLElement>) {
  return <section {...rest} className={`receipt-card ${className}`.trim()} />
}

/** The torn line between two sections of a receipt card. */
export function TearLine() {
  return <div className="tear-line" aria-hidden="true" />
}

export type KeyValuesProps = {
  /** Lines whose value is null or undefined are left out. */
  rows: readonly (readonly [name: string, value: ReactNode])[]
  className?: string | undefined
}

/** Names at the left, values at the right. */
export function KeyValues({ rows, className = '' }: KeyValuesProps) {
  return (
    <dl className={`key-values ${className}`.trim()}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
