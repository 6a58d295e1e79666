import type { ProductBody } from '../../contracts/admin-products.ts'
import type { ProductParts } from './audit-fields.ts'

/** What a product is once an admin's form was read. What the form leaves out stays as it was. */
export function productParts(body: ProductBody, before?: ProductParts): ProductParts {
  const apiType = body.apiType ?? before?.apiType ?? 'OTHER'
  return {
    name: body.name,
    type: body.type,
    category: body.category,
    imgpath: body.imgpath,
    importantnote: body.importantnote ?? before?.importantnote ?? '',
    inputs: body.inputs,
    items: [...new Set(body.items)],
    istrending: body.istrending ?? before?.istrending ?? false,
    instock: body.instock ?? before?.instock ?? true,
    isApi: body.isApi ?? before?.isApi ?? (apiType !== '' && apiType !== 'OTHER'),
    apiType: apiType || 'OTHER',
  }
}
