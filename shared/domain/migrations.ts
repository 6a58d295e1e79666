import type { Migration } from '../platform/migrations.ts'
import { models } from './models.ts'

/** The database's history, oldest first. A step that has run anywhere is never changed: add another. */
export const migrations: readonly Migration[] = [
  { id: '0001-indexes', run: createCollectionsAndIndexes },
  { id: '0002-payments', run: createCollectionsAndIndexes },
]

/** Collections too: a transaction that is the first to write one would race with its creation. */
async function createCollectionsAndIndexes(): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
}
