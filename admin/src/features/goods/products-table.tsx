import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { memo } from 'react'
import { Named, Stock } from './goods-cells.tsx'

type Props = { rows: readonly AdminProduct[]; mayEdit: boolean; onDelete: (product: AdminProduct) => void }

export const ProductsTable = memo(function ProductsTable({ rows, mayEdit, onDelete }: Props) {
  return (
    <DataTable
      label="Products"
      className="pin"
      dense
      rows={rows}
      rowKey={({ productid }) => productid}
      columns={mayEdit ? [...columns, actsWith(onDelete)] : columns}
    />
  )
})

const columns: Column<AdminProduct>[] = [
  { key: 'name', head: 'Product', cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} /> },
  { key: 'type', head: 'Type', cell: ({ type }) => type },
  { key: 'category', head: 'Category', cell: ({ category }) => category },
  { key: 'api', head: 'Api type', cell: ({ isApi, apiType }) => (isApi ? apiType : 'by hand') },
  { key: 'items', head: 'Items', right: true, cell: ({ items }) => items.length },
  { key: 'trending', head: 'Trending', cell: ({ istrending }) => (istrending ? 'Yes' : '—') },
  { key: 'stock', head: 'Stock', cell: ({ instock }) => <Stock isIn={instock} /> },
  { key: 'inputs', head: 'Inputs', cell: ({ inputs }) => inputs.map(({ label }) => label).join(', ') },
]

const actsWith = (onDelete: Props['onDelete']): Column<AdminProduct> => ({
  key: 'acts',
  head: 'Actions',
  quiet: true,
  right: true,
  cell: (product) => (
    <span className="row row-end row-nw">
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
