import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { usePermission } from '../../lib/me.ts'
import { type Margin, percentText } from './margin.ts'

/** A product or an item with its picture. */
export function Named({ name, picture }: { name: string; picture: string }) {
  return (
    <span className="row row-nw">
      <Picture className="thumb thumb-sm" src={picture} width={28} height={28} />
      <b>{name}</b>
    </span>
  )
}

/**
 * Whether it is in stock, as a word and a sign. An item paused for a low supplier balance links to
 * that balance.
 */
export function Stock({ isIn, isPaused = false }: { isIn: boolean; isPaused?: boolean }) {
  if (isIn && isPaused) return <InPaused />
  return (
    <span className={`st ${isIn ? 'st-completed' : 'st-refused'}`}>
      <Icon name={isIn ? 'circle-check' : 'ban'} size="sm" />
      {isIn ? 'In stock' : 'Out of stock'}
    </span>
  )
}

/**
 * Marked as in stock by staff, but shown as out of stock to customers until the supplier's balance
 * covers it.
 */
export function InPaused() {
  const maySee = usePermission()('suppliers.view')
  return maySee ? (
    <AppLink className="link" href="/suppliers">
      In stock, paused
    </AppLink>
  ) : (
    <span>In stock, paused</span>
  )
}

/** Current and new margin; one below minimum is marked with a sign and a word. */
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
          <span className="visually-hidden"> below minimum</span>
        </b>
      ) : (
        <b>{percentText(next.percent)}</b>
      )}
    </span>
  )
}
