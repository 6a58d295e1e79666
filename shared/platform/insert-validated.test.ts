import mongoose, { Schema } from 'mongoose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { insertValidated } from './insert-validated.ts'

type Line = { account: string; paise: number }
type Slip = {
  _id: string
  note: string
  owner: { name: string; mobile?: string }
  lines: Line[]
  paid: { at: Date } | null
}

const slipSchema = new Schema<Slip>({
  _id: { type: String, required: true },
  note: { type: String, default: '' },
  owner: { type: { name: { type: String, required: true }, mobile: String }, _id: false, required: true },
  lines: {
    type: [
      new Schema<Line>({
        account: { type: String, required: true },
        paise: { type: Number, required: true },
      }),
    ],
    required: true,
  },
  paid: { type: new Schema({ at: { type: Date, required: true } }), default: null },
})
const SlipModel = new mongoose.Mongoose().model<Slip>('InsertBuiltSlip', slipSchema)

const whole: Slip = {
  _id: 'S1',
  note: '',
  owner: { name: 'Asha' },
  paid: null,
  lines: [{ account: 'sales', paise: 0 }],
}

let written: unknown[]
beforeEach(() => {
  written = []
  vi.spyOn(SlipModel.collection, 'insertMany').mockImplementation((async (all: unknown[]) => {
    written.push(...all)
  }) as never)
  vi.spyOn(SlipModel.collection, 'insertOne').mockImplementation((async (one: unknown) => {
    written.push(one)
  }) as never)
})
afterEach(() => vi.restoreAllMocks())

it('writes complete documents as they were built', async () => {
  const paid = { ...whole, _id: 'S2', paid: { at: new Date() }, lines: [] }
  await insertValidated(SlipModel, [whole, paid])
  expect(written).toEqual([whole, paid])
  await insertValidated(SlipModel, [{ ...whole, _id: 'S3' }])
  expect(written.slice(2)).toEqual([{ ...whole, _id: 'S3' }])
})

it.each([
  ['_id', { _id: '' }],
  ['owner', { owner: undefined }],
  ['owner.name', { owner: { name: undefined } }],
  ['lines', { lines: null }],
  ['lines.paise', { lines: [...whole.lines, { account: 'purse' }] }],
  ['paid.at', { paid: {} }],
])('refuses all of them where one has no %s', async (path, without) => {
  const lacking = { ...whole, ...without } as Slip
  await expect(insertValidated(SlipModel, [whole, lacking])).rejects.toThrow(`InsertBuiltSlip has no ${path}`)
  expect(written).toEqual([])
})
