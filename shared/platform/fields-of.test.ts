import { expectTypeOf, it } from 'vitest'
import type { SchemaFields } from './fields-of.ts'

type Stored = { name: string; createdAt: Date }

it('requires every field of the document, and names the option for its timestamps', () => {
  expectTypeOf<{ name: object }>().toExtend<SchemaFields<Stored>>()
  expectTypeOf<object>().not.toExtend<SchemaFields<Stored>>()
  expectTypeOf<{ name: object; createdAt: { type: DateConstructor } }>().not.toExtend<SchemaFields<Stored>>()
  type Reason = NonNullable<SchemaFields<Stored>['createdAt']>
  expectTypeOf<Reason>().toExtend<`set the schema option timestamps${string}`>()
})
