import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { PointsLine } from '@jhatpat/shared/contracts/points.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { confirmationPath } from '../../lib/addresses.ts'
import { filledText } from '../../lib/filled-text.ts'
import { pointsChange } from '../../lib/points-text.ts'
import { usePointsHistory } from '../../lib/use-points.ts'

/** Points earned and spent, the latest first. */
export function PointsHistory() {
  const { data: lines, isError } = usePointsHistory()
  if (isError) return <p className="t2 sm">{t('Couldn’t load your points')}</p>
  if (!lines) return <p className="t2 sm">…</p>
  if (lines.length === 0) return null
  return (
    <ul className="points-list">
      {lines.map((line) => (
        <li key={line.id}>
          <span>
            <What line={line} />
            <span className="xs t3 line">
              <TimeText at={line.at} />
            </span>
          </span>
          <span className={`num b${line.points > 0 ? ' up' : ''}`}>{pointsChange(line.points)}</span>
        </li>
      ))}
    </ul>
  )
}

function What({ line: { orderid, worth, note } }: { line: PointsLine }) {
  if (worth !== undefined)
    return (
      <span className="sm b line">
        {t('Redeemed, {sum} to your wallet', { sum: formatRupees(worth, { exact: true }) })}
      </span>
    )
  if (!orderid) return <span className="sm b line">{noteText(note)}</span>
  return (
    <AppLink className="sm b line" href={confirmationPath(orderid)}>
      {noteText(note)}
    </AppLink>
  )
}

/** The server’s note: an item, or the refund of one. */
const noteText = (note: string): string => filledText(note, ['Refund of {item}'])
