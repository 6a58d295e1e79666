import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { Meter } from '@jhatpat/shared/ui/meter.tsx'
import { rejectionText, secondsText } from '../../lib/suppliers/supplier-texts.ts'

type Day = NonNullable<SupplierAccount['day']>

const fewText = 'Not enough data'

/** Deliveries of an account within 24 hours, and reasons for rejections. */
export function DayStatistics({ day }: { day: Day }) {
  const { deliveredPercent, medianSeconds, p90Seconds, rejections, unknown, asked } = day
  const most = Math.max(1, unknown, ...rejections.map(({ count }) => count))
  return (
    <>
      <dl className="columns-3">
        <div>
          <dt className="xs t2">Delivered</dt>
          <dd className={`b num ${toneOf(deliveredPercent)}`}>
            {deliveredPercent === null ? fewText : `${deliveredPercent}%`}
          </dd>
        </div>
        <div>
          <dt className="xs t2">Median time</dt>
          <dd className="b num">{medianSeconds === null ? fewText : secondsText(medianSeconds)}</dd>
        </div>
        <div>
          <dt className="xs t2">90th percentile</dt>
          <dd className="b num">{p90Seconds === null ? fewText : secondsText(p90Seconds)}</dd>
        </div>
      </dl>
      <div>
        <p className="label">
          {asked === 1 ? '1 purchase' : `${asked} purchases`} in 24 hours
          {rejections.length === 0 && unknown === 0 && ', none rejected'}
        </p>
        <ul className="bars">
          {rejections.map(({ code, count }) => (
            <Reason
              key={code}
              text={rejectionText(code)}
              code={code}
              count={count}
              share={count / most}
              tone="bad"
            />
          ))}
          {unknown > 0 && (
            <Reason text="Outcome unknown" code="" count={unknown} share={unknown / most} tone="warn" />
          )}
        </ul>
      </div>
    </>
  )
}

type ReasonProps = { text: string; code: string; count: number; share: number; tone: 'bad' | 'warn' }

function Reason({ text, code, count, share, tone }: ReasonProps) {
  return (
    <li>
      <span className="t2" title={code && `The supplier’s code: ${code}`}>
        {text}
      </span>
      <Meter label={text} share={share} tone={tone} />
      <b className="num">{count}</b>
    </li>
  )
}

function toneOf(percent: number | null): string {
  if (percent === null) return ''
  return percent >= 97 ? 'up' : 'wait-t'
}
