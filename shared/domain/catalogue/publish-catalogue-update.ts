import { rooms } from '../../contracts/realtime.ts'
import type { Deps } from '../deps.ts'

/** Beyond this, ids are omitted and pages reload the whole catalogue. */
const maxNamed = 100

type UpdatedIds = { itemids?: readonly number[]; productids?: readonly string[] }

/** Publishes to open pages that items or products have changed. Called after the commit; may be lost. */
export function publishCatalogueUpdate(
  { publisher }: Pick<Deps, 'publisher'>,
  { itemids = [], productids = [] }: UpdatedIds,
): void {
  const isMany = itemids.length > maxNamed
  publisher.publish(rooms.catalogue(), 'catalogue.updated', {
    itemids: isMany ? [] : itemids,
    productids: isMany ? [] : productids,
  })
}
