import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { none } from '../../lib/table/cells.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { Named, Stock } from './catalogue-cells.tsx'

/** The columns of View Products; without buttons for roles that may not edit. */
export const productsColumns = (
  mayEdit: boolean,
  onDelete: (product: AdminProduct) => void,
): readonly TableColumn<AdminProduct>[] => (mayEdit ? [...columns, actionsWith(onDelete)] : columns)

const columns: readonly TableColumn<AdminProduct>[] = [
  {
    key: 'name',
    head: 'Product',
    name: 'Product',
    isFixed: true,
    sortable: true,
    cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} />,
  },
  { key: 'type', head: 'Type', name: 'Type', cell: ({ type }) => type },
  { key: 'category', head: 'Category', name: 'Category', cell: ({ category }) => category },
  {
    key: 'api',
    head: 'Api type',
    name: 'Api type',
    cell: ({ isApi, apiType }) => (isApi ? apiType : 'by hand'),
  },
  {
    key: 'items',
    head: 'Items',
    name: 'Items',
    right: true,
    sortable: true,
    cell: ({ items }) => items.length,
  },
  {
    key: 'trending',
    head: 'Trending',
    name: 'Trending',
    cell: ({ istrending }) => (istrending ? 'Yes' : none),
  },
  { key: 'stock', head: 'Stock', name: 'Stock', cell: ({ instock }) => <Stock isIn={instock} /> },
  {
    key: 'inputs',
    head: 'Inputs',
    name: 'Inputs',
    cell: ({ inputs }) => inputs.map(({ label }) => label).join(', '),
  },
  {
    key: 'createdAt',
    head: 'Created',
    name: 'Created',
    className: 't2',
    sortable: true,
    cell: ({ createdAt }) => <TimeText at={createdAt} as="day-time" />,
  },
]

const actionsWith = (onDelete: (product: AdminProduct) => void): TableColumn<AdminProduct> => ({
  key: 'acts',
  head: 'Actions',
  name: 'Actions',
  isActs: true,
  quiet: true,
  right: true,
  cell: (product) => (
    <span className="row row-end">
      <ButtonLink size="sm" href={`/editproduct/${product.productid}`} aria-label={`Edit ${product.name}`}>
        Edit
      </ButtonLink>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Delete ${product.name}`}
        onClick={() => onDelete(product)}
      >
        Delete
      </Button>
    </span>
  ),
})
