import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { type Margin, percentText } from './margin.ts'

/** Current and new margin; one below the floor is marked with a sign and a word. */
export function MarginCell({ saved, next }: { saved: Margin | undefined; next: Margin | undefined }) {
  if (!next) return <span className="t3">—</span>
  const isChanged = saved !== undefined && percentText(saved.percent) !== percentText(next.percent)
  return (
    <span className="row row-nw row-end">
      {isChanged && <del className="t3">{percentText(saved.percent)}</del>}
      {next.isLow ? (
        <b className="bad-text row row-nw">
          <Icon name="triangle-alert" size="sm" />
          {percentText(next.percent)}
          <span className="visually-hidden"> below the floor</span>
        </b>
      ) : (
        <b>{percentText(next.percent)}</b>
      )}
    </span>
  )
}
