import { expect, it } from 'vitest'
import { personalCollections } from '../person-data/register.ts'
import { coveredCollections } from './clear-person.ts'

it('covers each collection in which the register deletes, empties or replaces a value', () => {
  const erasable = Object.entries(personalCollections).filter(([, { personal }]) =>
    personal.some(({ erasure }) => erasure !== 'keep'),
  )
  expect(coveredCollections.toSorted()).toEqual(erasable.map(([name]) => name).toSorted())
})
