/** The specification's texts. */
export const messages = {
  saved: 'Price updated successfully',
  failed: 'Error updating price',
  stockSaved: 'Product instock status updated successfully',
  stockFailed: 'Error updating instock status',
} as const
