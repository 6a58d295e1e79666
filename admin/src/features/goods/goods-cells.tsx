import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'

/** A product or an item with its picture. */
export function Named({ name, picture }: { name: string; picture: string }) {
  return (
    <span className="row row-nw">
      <Picture className="thumb thumb-sm" src={picture} width={28} height={28} />
      <b>{name}</b>
    </span>
  )
}

/** Whether it is sold, in a word and a sign. */
export function Stock({ isIn }: { isIn: boolean }) {
  return (
    <span className={`st ${isIn ? 'st-completed' : 'st-refused'}`}>
      <Icon name={isIn ? 'circle-check' : 'ban'} size="sm" />
      {isIn ? 'In' : 'Out'}
    </span>
  )
}
