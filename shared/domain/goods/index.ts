export { deleteItemBy, deleteProductBy } from './delete-goods.ts'
export { listAdminItems, listAdminProducts, readAdminItem, readAdminProduct } from './list-goods.ts'
export { createItemBy, editItemBy, updateItemBy } from './save-item.ts'
export { createProductBy, editProductBy, updateProductBy } from './save-product.ts'
