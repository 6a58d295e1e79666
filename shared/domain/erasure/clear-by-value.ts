import { erasedText } from '../../contracts/erased-text.ts'
import { batchesOf, clearDocuments, idsOf, inOrderOfId, type Stored } from './documents.ts'
import { known, type Person } from './person.ts'

/**
 * Deletes the saved searches of staff for the person: a query that has one of the person's values, or a name that
 * contains one.
 */
export async function clearSavedViews(person: Person): Promise<void> {
  const values = await valuesOf(person)
  const lists = person.db.collection<Stored>('saved_views')
  for await (const found of batchesOf(lists, inOrderOfId)) {
    for (const { _id, views } of found) {
      const gone = (views as View[]).filter((view) => isAbout(view, values)).map(({ id }) => id)
      if (gone.length > 0)
        await lists.updateOne({ _id }, { $pull: { views: { id: { $in: gone } } } as never })
    }
  }
}

type View = { id: string; name: string; query: string }

function isAbout({ name, query }: View, values: ReadonlySet<string>): boolean {
  const asked = [...new URLSearchParams(query).values()].map((value) => value.trim().toLowerCase())
  const words = name.toLowerCase().split(/\s+/)
  return [...asked, ...words, name.trim().toLowerCase()].some((value) => values.has(value))
}

/** What a search can have asked for, in lower case. */
async function valuesOf({ db, userId, emails, mobiles }: Person): Promise<ReadonlySet<string>> {
  const user = await db.collection('users').findOne({ _id: userId }, { projection: { name: 1 } })
  const values = new Set([...emails, ...mobiles, ...known([user?.name])])
  const fields = { customer: 1, input1: 1, playerName: 1 } as const
  for await (const orders of batchesOf(db.collection<Stored>('orders'), { userId }, fields)) {
    for (const { customer, input1, playerName } of orders) {
      const { name, email, mobilenumber } = customer as Record<string, unknown>
      for (const value of known([name, email, mobilenumber, input1, playerName])) values.add(value)
    }
  }
  return new Set([...values].map((value) => value.toLowerCase()))
}

/**
 * Clears what mail servers and providers replied about notifications of the account. Their ids begin with the account
 * notification's, which is deleted after a day, so that older replies are found by the address or number in them.
 */
export async function clearAnswers({ db, emails, mobiles, id }: Person): Promise<void> {
  const notifications = db.collection<Stored>('notifications')
  const about = { ...inOrderOfId, about: { $in: [id, ...emails, ...mobiles] } }
  for await (const found of batchesOf(db.collection<Stored>('account_notifications'), about, { _id: 1 })) {
    const ranges = idsOf(found).map((one) => ({ _id: { $gte: `${one}/`, $lt: `${one}0` } }))
    await clearDocuments(notifications, { $or: ranges })
  }
  const values = [...emails, ...mobiles].map((value) => value.toLowerCase())
  if (values.length === 0) return
  const ofAccounts = { _id: { $gte: 'JN', $lt: 'JO' }, answer: { $nin: ['', erasedText] } }
  for await (const found of batchesOf(notifications, ofAccounts)) {
    const ids = idsOf(found.filter(({ answer }) => values.some((value) => hasValue(answer, value))))
    if (ids.length > 0) await clearDocuments(notifications, { _id: { $in: ids } })
  }
}

const hasValue = (answer: unknown, value: string): boolean => String(answer).toLowerCase().includes(value)
