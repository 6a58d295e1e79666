import { fallbackPicture } from '@jhatpat/shared/ui/art.ts'
import { ItemGrid } from '@jhatpat/shared/ui/item-grid.tsx'
import type { ItemValues } from './item-values.ts'
import { readPaise } from './read-rupees.ts'

/** How the shop shows an item: to customers, to resellers, and sold out. Nothing in it can be used. */
export function ItemPreview({ values }: { values: ItemValues }) {
  const { name, imgpath, suggestedTask, originalprice, discountedprice, resellprice } = values
  const shown = {
    name: name.trim() || 'Name',
    picture: imgpath || fallbackPicture,
    wasPaise: paise(originalprice),
    badge: suggestedTask || undefined,
  }
  return (
    <aside className="goods-prev" aria-label="Preview">
      <p className="row between">
        <b className="label">As the shop shows it</b>
        <span className="xs t3">customer, reseller, sold out</span>
      </p>
      <div className="goods-stage" inert>
        <ItemGrid
          label="Preview"
          chosen="customer"
          onChoose={() => undefined}
          items={[
            { id: 'customer', ...shown, pricePaise: paise(discountedprice) },
            { id: 'reseller', ...shown, pricePaise: paise(resellprice) },
            { id: 'out', ...shown, pricePaise: 0, outOfStock: true },
          ]}
        />
      </div>
    </aside>
  )
}

const paise = (text: string) => readPaise(text) ?? 0
