import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { usePermission } from '../../lib/may.ts'

/** A product or an item with its picture. */
export function Named({ name, picture }: { name: string; picture: string }) {
  return (
    <span className="row row-nw">
      <Picture className="thumb thumb-sm" src={picture} width={28} height={28} />
      <b>{name}</b>
    </span>
  )
}

/** Whether it is sold, in a word and a sign; where its supplier's balance keeps it from being sold, the way there. */
export function Stock({ isIn, isPaused = false }: { isIn: boolean; isPaused?: boolean }) {
  if (isIn && isPaused) return <InPaused />
  return (
    <span className={`st ${isIn ? 'st-completed' : 'st-refused'}`}>
      <Icon name={isIn ? 'circle-check' : 'ban'} size="sm" />
      {isIn ? 'In' : 'Out'}
    </span>
  )
}

/** People say that it is in stock, and customers see it out of stock until its supplier's balance covers it. */
export function InPaused() {
  const maySee = usePermission()('suppliers.view')
  return maySee ? (
    <AppLink className="link" href="/suppliers">
      In, paused
    </AppLink>
  ) : (
    <span>In, paused</span>
  )
}
