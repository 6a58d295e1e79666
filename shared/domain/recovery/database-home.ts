import mongoose, { type ClientSession, type mongo } from 'mongoose'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import { RestorationModel } from './restoration-model.ts'

/**
 * The database that the shop's data belongs to: MongoDB's id of the collection in which this is stored. A copy, however
 * it was made, has another id in another collection; only a copy of the files has the same. null: a restoration.
 */
type Home = { _id: string; collectionId: string | null }

const homeId = 'home'

const homes = () => mongoose.connection.collection<Home>(RestorationModel.collection.collectionName)

/** A home that no database is, so that the shop is quiet until it is opened. */
export const noHome: Home = { _id: homeId, collectionId: null }

/** For a database that is being prepared: it is the home of its data, unless they have one. */
export async function recordHome(): Promise<void> {
  const collectionId = await ownCollectionId()
  await ignoreDuplicate(() => homes().insertOne({ _id: homeId, collectionId }))
}

/** Makes this database the home of its data. */
export async function changeHome(tx: ClientSession, collectionId: string): Promise<void> {
  await homes().updateOne({ _id: homeId }, { $set: { collectionId } }, { upsert: true, session: tx })
}

/** Whether the data were copied here from another database, and the shop was not opened since. */
export async function isAwayFromHome(): Promise<boolean> {
  const home = await homes().findOne({ _id: homeId })
  if (!home) return false
  return home.collectionId === null || home.collectionId !== (await findCollectionId())
}

/** MongoDB's id of the collection, which is created if it does not exist. */
export async function ownCollectionId(): Promise<string> {
  const found = await findCollectionId()
  if (found) return found
  await RestorationModel.createCollection()
  const created = await findCollectionId()
  if (!created) throw new Error('MongoDB does not name the id of a collection')
  return created
}

async function findCollectionId(): Promise<string | undefined> {
  const name = RestorationModel.collection.collectionName
  const [found] = (await mongoose.connection.db?.listCollections({ name }).toArray()) ?? []
  return (found as mongo.CollectionInfo | undefined)?.info?.uuid?.toString('hex')
}
