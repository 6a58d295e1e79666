import { expect, it } from 'vitest'
import { insertMany } from './insert-many.ts'

/** A collection that loses its reply to an insert after some documents were written. */
function losing(written: number) {
  const stored: { _id: string; senderId: string }[] = []
  return {
    stored,
    insertMany: async (documents: never[]) => {
      stored.push(...documents.slice(0, written))
      throw new Error('the connection was lost')
    },
    find: () => ({ toArray: async () => stored }),
  }
}

it('finds out which documents were written when the reply is lost', async () => {
  const collection = losing(1)
  collection.stored.push({ _id: 'c', senderId: 'another' })
  const documents = ['a', 'b', 'c'].map((_id) => ({ _id, senderId: 'mine' }))
  const [first, ...others] = await insertMany(collection as never, documents, 'senderId')
  expect(first).toBe(true)
  expect(others.map((one) => one instanceof Error)).toEqual([true, true])
})
