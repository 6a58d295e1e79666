import { rooms } from '../../contracts/realtime.ts'
import type { Deps } from '../deps.ts'

/** More are not named one by one: whoever shows any of the catalogue reads it again. */
const maxNamed = 100

type Goods = { itemids?: readonly number[]; productids?: readonly string[] }

/** Tells open pages, after the commit, that items or products are no longer what they were. It may be lost. */
export function publishCatalogueUpdate(
  { publisher }: Pick<Deps, 'publisher'>,
  { itemids = [], productids = [] }: Goods,
): void {
  const isMany = itemids.length > maxNamed
  publisher.publish(rooms.catalogue(), 'catalogue.updated', {
    itemids: isMany ? [] : itemids,
    productids: isMany ? [] : productids,
  })
}
