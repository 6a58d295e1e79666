import { createItem } from '@jhatpat/shared/contracts/admin-items.ts'
import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, deleteItem, editItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { itemsCsv, parseItemQuery } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { CallLink } from '../../lib/call-button.tsx'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { usePermission } from '../../lib/me.ts'
import { LoadedListScreen } from '../../lib/table/loaded-list-screen.tsx'
import { useConfirmDiscard } from '../../lib/use-confirm-discard.tsx'
import { itemsFields, itemsTable, itemsTexts } from './catalogue-tables.ts'
import { messages } from './catalogue-texts.ts'
import { ItemFields } from './item-fields.tsx'
import { valuesOfItem } from './item-values.ts'
import { type ItemAction, itemsColumns } from './items-columns.tsx'
import { useItems, useLiveCatalogue, useProducts, useReloadCatalogue } from './use-catalogue.ts'
import { useItemForm } from './use-item-form.tsx'
import { usePriceCall } from './use-price-call.tsx'

/** Lists all items, in stock or not, to search, edit and delete. */
export default function ItemsScreen() {
  const query = useItems()
  const { data: products = [] } = useProducts()
  const [open, setOpen] = useState<{ action: ItemAction; item: AdminItem }>()
  const close = () => setOpen(undefined)
  const actions = useActions()
  const fields = useMemo(() => itemsFields(products), [products])
  const columns = useMemo(
    () => itemsColumns({ actions, onAction: (action, item) => setOpen({ action, item }) }),
    [actions],
  )
  useLiveCatalogue()
  return (
    <>
      <LoadedListScreen
        name="items"
        texts={itemsTexts}
        spec={itemsTable}
        fields={fields}
        columns={columns}
        rowKey={({ itemid }) => itemid}
        onOpen={actions.includes('edit') ? (item) => setOpen({ action: 'edit', item }) : undefined}
        query={query}
        parse={parseItemQuery}
        csv={itemsCsv}
        head={
          <>
            <ButtonLink size="sm" href="/supplierlists">
              Supplier products
            </ButtonLink>
            {actions.includes('edit') && (
              <CallLink access={createItem.auth} size="sm" variant="accent" icon="plus" href="/createitems">
                Create Items
              </CallLink>
            )}
          </>
        }
      />
      {open?.action === 'edit' && <EditItemDialog item={open.item} onClose={close} />}
      {open?.action === 'delete' && <DeleteItem item={open.item} onClose={close} />}
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
      <InlineMessage kind="info" title={sellers ? `Listed in ${sellers}` : 'Not listed in a product'}>
        {sellers && 'Removed from the product page immediately. '}Past orders are not affected.
      </InlineMessage>
    </DeleteDialog>
  )
}

/** Edits an item. Closes after a successful save; asks before unsaved changes are discarded. */
function EditItemDialog({ item, onClose }: { item: AdminItem; onClose: () => void }) {
  const { store } = useServices()
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const { itemid, __v } = item
  const { form, save, above } = useItemForm({
    start: valuesOfItem(item),
    failed: messages.itemNotUpdated,
    after: (values) => values,
    onSave: async (body) => {
      const { message } = await callPrice(editItem, { params: { itemid }, body: { ...body, __v } })
      void reload()
      pushToast(store, { kind: 'ok', text: message })
      onClose()
      return message
    },
  })
  const { isDirty, isSubmitting } = form.formState
  const leaving = useConfirmDiscard(isDirty, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog
        className="stack stack-4"
        kind="wide"
        title="Edit item"
        onLeave={leaving.close}
        question={leaving.question}
        action="Save item"
        isBusy={isSubmitting}
        onClose={onClose}
        onSubmit={() => void save()}
      >
        <p className="sm t2">{`${itemid} · ${item.products.map(({ name }) => name).join(', ') || 'not listed'}`}</p>
        {above}
        <ItemFields />
      </FormDialog>
      {question}
    </FormProvider>
  )
}
