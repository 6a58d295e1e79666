export { addImage, deleteImage, listAdminImages, listImages, uploadImage } from './admin-images.ts'
export {
  insertItem,
  insertProduct,
  type NewItem,
  type NewProduct,
  nextItemId,
  slugOf,
} from './create-product.ts'
export { findListing, type Listing, pricePaiseFor } from './find-listing.ts'
export { findProduct } from './find-product.ts'
export { homeGallery } from './home-gallery.ts'
export { type IImage, ImageModel } from './image-model.ts'
export { type IItem, type ItemDoc, ItemModel, isOnSale, type Pause } from './item-model.ts'
export { apiItems, homeProducts, listItems, listProducts } from './list-products.ts'
export { MediaModel } from './media-model.ts'
export {
  findMedia,
  type MediaQuery,
  maxMediaBytes,
  mediaIdOf,
  readPicture,
  saveMedia,
} from './media-store.ts'
export { type IProduct, type ProductDoc, ProductModel } from './product-model.ts'
export { publishCatalogueUpdate } from './publish-catalogue-update.ts'
export { itemView, productView } from './views.ts'
