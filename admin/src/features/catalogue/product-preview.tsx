import { manualPromise } from '@jhatpat/shared/contracts/order-status.ts'
import { fallbackPicture } from '@jhatpat/shared/ui/art.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { ProductCard } from '@jhatpat/shared/ui/product-card.tsx'
import type { ProductValues } from './product-values.ts'

/** How the shop shows a product: its card, the head of its page and its two fields. Not interactive. */
export function ProductPreview({ values }: { values: ProductValues }) {
  const { name, imgpath, importantnote, inputs, isApi } = values
  const picture = imgpath || fallbackPicture
  const title = name.trim() || 'Name'
  return (
    <aside className="catalogue-prev" aria-label="Preview">
      <p className="row between">
        <b className="label">As the shop shows it</b>
        <span className="xs t3">logged out, phone</span>
      </p>
      <div className="catalogue-stage stack stack-4" inert>
        <ProductCard href="/" name={title} picture={picture} />
        <div className="catalogue-hero">
          <Picture src={picture} width={92} height={116} />
          <div>
            <p className="d3">{title}</p>
            <p className="row sm b">
              <Icon name={isApi ? 'zap' : 'clock'} size="sm" />
              {isApi ? 'Instant Delivery' : manualPromise}
            </p>
            <p className="xs t2">{importantnote}</p>
          </div>
        </div>
        <div className="form-g">
          {inputs.map(({ label }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fixed fields
            <div className="field" key={at}>
              <span className="label">{label || `Input ${at + 1}`}</span>
              <span className="input t3">{`Please Enter ${label}`}</span>
            </div>
          ))}
        </div>
      </div>
    </aside>
  )
}
