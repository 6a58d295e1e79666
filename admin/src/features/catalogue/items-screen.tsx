import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, deleteItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { type ItemsQuery, parseItemQuery } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMemo, useState } from 'react'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { usePermission } from '../../lib/may.ts'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { pageOfAll } from '../../lib/table/page-by-number.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { itemsFields, itemsTable, itemsTexts } from './catalogue-tables.ts'
import { messages } from './catalogue-texts.ts'
import { EditItemDialog } from './edit-item-dialog.tsx'
import { type ItemAction, itemsColumns } from './items-columns.tsx'
import { useItems, useLiveCatalogue, useProducts, useReloadCatalogue } from './use-catalogue.ts'

/** Lists all items, in stock or not, to search, edit and delete. */
export default function ItemsScreen() {
  const table = useTableAddress(itemsTable)
  const { data, ...query } = useItems()
  const { data: products = [] } = useProducts()
  const [open, setOpen] = useState<{ act: ItemAction; item: AdminItem }>()
  const close = () => setOpen(undefined)
  const actions = useActions()
  const fields = useMemo(() => itemsFields(products), [products])
  const columns = useMemo(
    () => itemsColumns({ actions, onAction: (act, item) => setOpen({ act, item }) }),
    [actions],
  )
  const visibleRows = useMemo(
    () => listQuery<ItemsQuery & { limit: number }>(table.address, fields, itemsTable),
    [table.address, fields],
  )
  const page = useMemo(
    () => data && pageOfAll(parseItemQuery(data, visibleRows), table.address),
    [data, visibleRows, table.address],
  )
  useLiveCatalogue()
  return (
    <>
      <TableScreen
        texts={itemsTexts}
        views="items"
        spec={itemsTable}
        fields={fields}
        columns={columns}
        rowKey={({ itemid }) => itemid}
        onOpen={actions.includes('edit') ? (item) => setOpen({ act: 'edit', item }) : undefined}
        table={table}
        query={{ ...query, data: page }}
        head={
          <>
            <ButtonLink size="sm" href="/supplierlists">
              Suppliers’ lists
            </ButtonLink>
            {actions.includes('edit') && (
              <ButtonLink size="sm" variant="accent" icon="plus" href="/createitems">
                Create Items
              </ButtonLink>
            )}
          </>
        }
        tools={
          <CsvButton path="/admin/getallitems/csv" file="items.csv" query={visibleRows} title="View Items" />
        }
      />
      {open?.act === 'edit' && <EditItemDialog item={open.item} onClose={close} />}
      {open?.act === 'delete' && <DeleteItem item={open.item} onClose={close} />}
    </>
  )
}

/** Saving an item also writes its prices, so editing needs both permissions. */
function useActions(): readonly ItemAction[] {
  const may = usePermission()
  const mayDelete = may('catalogue.edit')
  const mayEdit = mayDelete && may('catalogue.prices')
  return useMemo(
    () => [...(mayEdit ? (['edit'] as const) : []), ...(mayDelete ? (['delete'] as const) : [])],
    [mayEdit, mayDelete],
  )
}

function DeleteItem({ item, onClose }: { item: AdminItem; onClose: () => void }) {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  const { itemid, name, products, discountedprice: price, resellprice: resellPrice, __v } = item
  const showToast = ({ message }: { message: string }) => pushToast(store, { kind: 'ok', text: message })
  const sellers = products.map((product) => product.name).join(', ')
  return (
    <DeleteDialog
      title={`Delete ${name}`}
      question={messages.deleteItem}
      failed={messages.itemNotDeleted}
      onClose={onClose}
      onDone={() => {
        void reload()
        onClose()
      }}
      onDelete={async () => showToast(await call(deleteItem, { params: { itemid } }))}
      takeOut={async () => {
        const body = { price, resellPrice, itemInstock: false, __v }
        showToast(await call(updateItem, { params: { itemId: itemid }, body }))
      }}
    >
      <InlineMessage kind="info" title={sellers ? `Sold by ${sellers}` : 'No product sells it'}>
        {sellers && 'It leaves the page at once. '}Past orders keep its name and price.
      </InlineMessage>
    </DeleteDialog>
  )
}
