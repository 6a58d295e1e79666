import { expect, it } from 'vitest'
import { callRegistry } from './call-registry.ts'
import { paths } from './paths.ts'

it.each(Object.entries(paths))(
  'uses the address of the contract %s, which is not idempotent',
  async (name, address) => {
    const contracts = callRegistry.filter(
      ({ method, path }) => method === address.method && path === address.path,
    )
    expect(contracts).toHaveLength(1)
    const files = await Promise.all([
      import('./accounts.ts'),
      import('./admin.ts'),
      import('./approval-requests.ts'),
      import('./board.ts'),
      import('./second-factor.ts'),
      import('./tickets.ts'),
    ])
    expect(files.map((file) => Reflect.get(file, name)).filter(Boolean)).toEqual(contracts)
    expect(contracts[0]?.idempotent).toBeUndefined()
  },
)
