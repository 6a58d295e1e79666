import type { Item, Product } from '@jhatpat/shared/contracts/catalogue.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { type GridItem, ItemGrid } from '@jhatpat/shared/ui/item-grid.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ReactNode, useState } from 'react'
import { allTab, type ItemTab, itemsUnder, priceFor, tabsFor } from './buy-rules.ts'
import { ItemsSkeleton } from './items-skeleton.tsx'
import { missingMark } from './missing-fields.ts'
import { texts } from './texts.ts'

type ItemPickerProps = {
  product: Product | undefined
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  role: string | undefined
  chosen: string | undefined
  onChoose: (itemId: string) => void
  /** Whether to highlight that an item is missing. */
  missing: boolean
  /** Above the items. */
  message: ReactNode
}

/** The items of a product, under tabs by size. */
export function ItemPicker({ product, items, role, chosen, onChoose, missing, message }: ItemPickerProps) {
  const [tab, setTab] = useState<ItemTab>(allTab)
  const shown = items ? itemsUnder(tab, items) : []
  return (
    <section className={missing ? 'pick missing' : 'pick'} aria-labelledby="choose" {...missingMark('item')}>
      <div className="sec-h">
        <h2 className="d3" id="choose">
          {t('Choose an item')}
        </h2>
        {missing && (
          <Hint tone="bad" icon="circle-alert">
            {t('Not selected')}
          </Hint>
        )}
      </div>
      {message}
      <Tabs
        label={t('Item type')}
        tabs={tabsFor(items ?? []).map((id) => ({ id, label: t(tabNames[id]) }))}
        selected={tab}
        onSelect={setTab}
        panelId="items"
      />
      <div id="items" role="tabpanel" aria-label={t(tabNames[tab])} aria-busy={items === undefined}>
        {items === undefined ? (
          <ItemsSkeleton />
        ) : shown.length === 0 ? (
          <Empty spot="nomatch" title={t(texts.noItems)} level={3} />
        ) : (
          <ItemGrid
            label={t('Items')}
            items={shown.map((item) => gridItem(item, product?.instock ?? true, role))}
            chosen={chosen}
            onChoose={onChoose}
          />
        )}
      </div>
    </section>
  )
}

const tabNames: Record<ItemTab, Text> = {
  all: 'All',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  weekly: 'Weekly',
}

function gridItem(item: Item, productInStock: boolean, role: string | undefined): GridItem {
  return {
    id: item._id,
    name: item.name,
    pricePaise: rupeesToPaise(priceFor(item, role)),
    wasPaise: rupeesToPaise(item.originalprice),
    picture: item.imgpath,
    badge: item.suggestedTask || undefined,
    outOfStock: !item.inStock || !productInStock,
  }
}
