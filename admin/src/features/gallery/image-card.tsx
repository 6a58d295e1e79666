import type { AdminImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { IconButton } from '@jhatpat/shared/ui/icon-button.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { sizeText } from '../../lib/size-text.ts'

type Props = { image: AdminImage; onCopy: () => void; onDelete: () => void }

/** One image: its picture, its size, where it is used, and what can be done with it. */
export function ImageCard({ image, onCopy, onDelete }: Props) {
  const { title, type, url, width, height, bytes } = image
  return (
    <li className={`image-picture${type === 'CarouselPc' || type === 'Banner' ? ' wide' : ''}`}>
      <div className={`image-placeholder${type === 'Item' ? ' fit' : ''}`}>
        <Picture src={url} alt="" width={320} height={180} />
        <span className="tag">{type}</span>
      </div>
      <div className="image-body">
        <b className="sm cut" title={title}>
          {title}
        </b>
        <span className="xs t3 num">
          {width > 0 ? `${width} × ${height}, ${sizeText(bytes)}` : 'size unknown'}
        </span>
        <span className={`xs ${image.uses.length > 0 ? 't2' : 't3'}`}>{usesText(image)}</span>
      </div>
      <div className="image-actions">
        <Button size="sm" icon="copy" onClick={onCopy} aria-label={`Copy URL of ${title}`}>
          Copy URL
        </Button>
        <IconButton icon="x" size="sm" variant="quiet" label={`Delete ${title}`} onClick={onDelete} />
      </div>
    </li>
  )
}

/** `Home, slide 1 · 2 products · 5 items`; `Used nowhere` */
function usesText({ uses }: Pick<AdminImage, 'uses'>): string {
  const of = (kind: string) => uses.filter((use) => use.kind === kind)
  const count = (kind: 'product' | 'item') => {
    const n = of(kind).length
    return n === 0 ? [] : [`${n} ${kind}${n === 1 ? '' : 's'}`]
  }
  const parts = [...of('home').map(({ name }) => name), ...count('product'), ...count('item')]
  return parts.length > 0 ? parts.join(' · ') : 'Used nowhere'
}
