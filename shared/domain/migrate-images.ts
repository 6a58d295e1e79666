import { ImageModel, MediaModel } from './gallery/index.ts'

/** Of images of before, nobody knows how large they are; their pictures have no other sizes. */
export async function fillImages(): Promise<void> {
  await ImageModel.collection.updateMany(
    { width: { $exists: false } },
    { $set: { width: 0, height: 0, bytes: 0 } },
  )
  await MediaModel.collection.updateMany({ variants: { $exists: false } }, { $set: { variants: [] } })
}
