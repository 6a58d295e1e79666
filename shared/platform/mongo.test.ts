import mongoose, { mongo, Schema } from 'mongoose'
import { expect, it } from 'vitest'
import { isDuplicateKey, isValidationFailure, unorderedWrites } from './mongo.ts'

// Not one of the shop's models, which other tests of this process iterate.
const Counted = new mongoose.Mongoose().model(
  'MongoTestCounted',
  new Schema<{ _id: string; times: number }>({ _id: String, times: Number }),
)
const write = (_id: string, times: unknown) => ({
  updateOne: { filter: { _id }, update: { $set: { times: times as number } }, upsert: true },
})

it('reports unordered writes that could not be cast', async () => {
  const invalidWrites = await Counted.bulkWrite([write('a', 'many')], unorderedWrites).catch(
    (error: unknown) => error,
  )
  expect(isValidationFailure(invalidWrites)).toBe(true)
  expect(String(invalidWrites)).toContain('times')
  expect(isValidationFailure(new Error('away'))).toBe(false)
})

const duplicate = { code: 11_000 }
const manyFailed = (writeErrors: object[], invalidWrites: Error[] = []) =>
  Object.assign(new Error('many'), {
    code: 11_000,
    writeErrors,
    mongoose: { validationErrors: invalidWrites },
  })

it('recognises a duplicate key, and many writes of which no other failed for another reason', () => {
  const [one] = [new mongo.MongoServerError({ message: 'E11000', code: 11_000, keyValue: { _id: 'a' } })]
  expect([isDuplicateKey(one), isDuplicateKey(one, 'a'), isDuplicateKey(one, 'b')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isDuplicateKey(manyFailed([duplicate, duplicate]))).toBe(true)
  expect(isDuplicateKey(manyFailed([duplicate, { code: 121 }]))).toBe(false)
  expect(isDuplicateKey(manyFailed([duplicate], [new Error('cast')]))).toBe(false)
})
