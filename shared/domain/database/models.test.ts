import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { models } from './models.ts'

describe('the models', () => {
  it('are all among the models that the migrations create collections and indexes for', () => {
    expect(models.map((model) => model.modelName).sort()).toEqual(Object.keys(mongoose.models).sort())
    expect(models.length).toBeGreaterThanOrEqual(13)
  })

  it.each(models.map((model) => [model.modelName, model] as const))(
    'have no unique index except _id: %s',
    (_name, model) => {
      const unique = model.schema.indexes().filter(([, options]) => 'unique' in options)
      expect(unique).toEqual([])
    },
  )
})
