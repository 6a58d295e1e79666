import '../catalogue.css'
import './prices.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { hasWords } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { Fragment } from 'react'
import { messageOf } from '../../../lib/message-of.ts'
import { PageBar } from '../../../lib/page-bar.tsx'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.tsx'
import { CatalogueList, CatalogueSearch, ProductFilter, useCatalogueAddress } from '../catalogue-list.tsx'
import { isBelowFloor } from '../margin.ts'
import { useItems, useLiveCatalogue, useProducts, useReloadCatalogue } from '../use-catalogue.ts'
import { PendingPrices } from './pending-prices.tsx'
import { AppliedDock, PriceFloorsButton, PriceHistory } from './price-history.tsx'
import { PriceRow } from './price-row.tsx'
import { messages } from './price-texts.ts'
import { ProductHead } from './product-head.tsx'
import { SheetDock } from './sheet-dock.tsx'
import { type Sheet, useSheet } from './use-sheet.ts'

/** Prices and stock of all items, edited like a spreadsheet: nothing is saved before "Apply now". */
export default function PriceScreen() {
  const products = useProducts()
  const items = useItems()
  const { read, set } = useCatalogueAddress()
  const [q, product] = [read('q'), read('product')]
  const sheet = useSheet(items.data ?? [])
  useLiveCatalogue()
  useUnsavedChanges(sheet.changes.length > 0)
  const isLow = read('low') !== ''
  const low = (items.data ?? []).filter(isBelowFloor).length
  const groups = priceGroups(products.data ?? [], items.data ?? [], { q, product, isLow })
  return (
    <>
      <PageBar title="Update Products and Items">
        <CostDate items={items.data ?? []} />
        <PriceFloorsButton />
      </PageBar>
      <div className="bar2">
        <CatalogueSearch label="Item, product or number" q={q} onSearch={(text) => set('q', text)} />
        <ProductFilter
          products={products.data ?? []}
          value={product}
          onChange={(productid) => set('product', productid)}
        />
        {(low > 0 || isLow) && (
          <Chip on={isLow} value={low} onClick={() => set('low', isLow ? '' : '1')}>
            Below minimum margin
          </Chip>
        )}
        <PriceHistory />
      </div>
      <PendingPrices />
      {sheet.question}
      {sheet.pasted && <PastedNote sheet={sheet} />}
      <CatalogueList
        data={items.data && products.data}
        error={products.error ?? items.error}
        onRetry={() => Promise.all([products.refetch(), items.refetch()])}
        shown={groups}
        empty={
          <Empty spot="empty" title="No Products">
            Products and prices appear here.
          </Empty>
        }
        action={<Button onClick={() => set('q', '', 'product', 'low')}>Show all</Button>}
      >
        <SheetTable groups={groups} sheet={sheet} />
        <p className="sheet-keys t3 xs">
          <span>
            <kbd>↵</kbd> down
          </span>
          <span>
            <kbd>Tab</kbd> right
          </span>
          <span>
            <kbd>Ctrl</kbd> <kbd>V</kbd> paste columns
          </span>
          <span>
            <kbd>Esc</kbd> undo the cell
          </span>
          <span>
            <kbd>Ctrl</kbd> <kbd>↵</kbd> apply
          </span>
        </p>
      </CatalogueList>
      {sheet.changes.length > 0 && <SheetDock sheet={sheet} />}
      {sheet.changes.length === 0 && sheet.applied && (
        <AppliedDock set={sheet.applied} onDone={sheet.closeApplied} />
      )}
    </>
  )
}

function PastedNote({ sheet: { pasted, changes } }: { sheet: Sheet }) {
  if (!pasted) return null
  const unread = changes.filter((change) => change.unread).length
  const parts = [
    `${changes.length} ${changes.length === 1 ? 'item differs' : 'items differ'}`,
    ...(unread > 0 ? [`${unread} not a valid price`] : []),
    ...(pasted.unknown > 0
      ? [`${pasted.unknown} ${pasted.unknown === 1 ? 'row matches' : 'rows match'} no item`]
      : []),
  ]
  return (
    <InlineMessage
      kind="info"
      className="lead"
      role="status"
      title={`Pasted ${pasted.rows} ${pasted.rows === 1 ? 'row' : 'rows'} and ${pasted.columns} ${pasted.columns === 1 ? 'column' : 'columns'}`}
    >
      {`${parts.join(', ')}. Not applied yet.`}
    </InlineMessage>
  )
}

function SheetTable({ groups, sheet }: { groups: readonly PriceGroup[]; sheet: Sheet }) {
  const onStock = useItemStock()
  const shown = groups.flatMap(({ items }) => items)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key
    <section className="sheet-w" tabIndex={0} aria-label="Prices">
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="sheet-more">
              Item no.
            </th>
            <th scope="col" className="sheet-more">
              Cost
            </th>
            <th scope="col" className="sheet-more">
              Original price
            </th>
            <th scope="col">Price</th>
            <th scope="col">Resell price</th>
            <th scope="col">Margin</th>
            <th scope="col">Reseller margin</th>
            <th scope="col">Stock</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ product, items }) => (
            <Fragment key={product?.productid ?? ''}>
              <tr className="g">
                <td colSpan={9}>
                  <Head product={product} count={items.length} />
                </td>
              </tr>
              {items.map((item) => (
                <PriceRow key={item.itemid} item={item} sheet={sheet} shown={shown} onStock={onStock} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({ product, count }: { product: AdminProduct | undefined; count: number }) {
  if (product) return <ProductHead product={product} count={count} />
  return <b>Not listed</b>
}

/** Stock is saved at once; prices typed in the row stay unsaved. */
function useItemStock() {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  return async (seen: AdminItem) => {
    const { itemid, discountedprice: price, resellprice: resellPrice, inStock, __v } = seen
    try {
      const body = { price, resellPrice, itemInstock: !inStock, __v }
      await call(updateItem, { params: { itemId: itemid }, body })
      pushToast(store, { kind: 'ok', text: messages.saved })
    } catch (error) {
      pushToast(store, { kind: 'bad', title: messages.failed, text: messageOf(error) })
    }
    await reload()
  }
}

/** Lists are fetched every six hours: if one is older than a day, fetching has failed. In ms. */
const oldMs = 86_400_000

/** The date of the oldest cost, with a warning where it is old. */
export function CostDate({ items }: { items: readonly Pick<AdminItem, 'cost'>[] }) {
  const times = items.flatMap(({ cost }) => (cost ? [Date.parse(cost.readAt)] : []))
  if (times.length === 0) return null
  const oldest = Math.min(...times)
  const isOld = serverNow() - oldest > oldMs
  return (
    <span className={`sm ${isOld ? 'bad-text' : 't2'}`}>
      {isOld ? 'Some costs are old, updated ' : 'Costs updated '}
      <TimeText at={oldest} />
    </span>
  )
}

/** The rows of one product; without a product, the items that no product sells. */
export type PriceGroup = { product: AdminProduct | undefined; items: AdminItem[] }

/**
 * Products with their items in the shop's order, filtered by product, search and margin below the
 * floor. An item appears once.
 */
export function priceGroups(
  products: readonly AdminProduct[],
  items: readonly AdminItem[],
  { q, product, isLow = false }: { q: string; product: string; isLow?: boolean },
): PriceGroup[] {
  const byNumber = new Map(items.map((item) => [item.itemid, item]))
  const take = (itemid: number) => {
    const item = byNumber.get(itemid)
    byNumber.delete(itemid)
    return item ? [item] : []
  }
  const groups: PriceGroup[] = products.map((entry) => ({ product: entry, items: entry.items.flatMap(take) }))
  const all = [...groups, { product: undefined, items: [...byNumber.values()] }]
  return all
    .filter((group) => product === '' || group.product?.productid === product)
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) =>
          (!isLow || isBelowFloor(item)) &&
          hasWords(`${group.product?.name ?? ''} ${item.itemid} ${item.name}`, q),
      ),
    }))
    .filter((group) => group.items.length > 0 || (group.product !== undefined && q === '' && !isLow))
}
