/** The specification's texts for results of catalogue changes. */
export const messages = {
  productCreated: 'Product created successfully!',
  productNotCreated: 'Error creating product',
  productNotDeleted: 'Failed to delete product',
  itemCreated: 'Item created successfully!',
  itemNotCreated: 'Error creating item',
  itemNotUpdated: 'Failed to update item',
  itemNotDeleted: 'Failed to delete item',
  deleteProduct: 'Are you sure you want to delete this product?',
  deleteItem: 'Are you sure you want to delete this item?',
} as const
