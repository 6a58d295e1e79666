import { describe, expect, it } from 'vitest'
import { connectionsRefusal } from './require-stopped.ts'

describe('a restoration', () => {
  it('is refused while processes are connected, and where that cannot be known', () => {
    expect(connectionsRefusal('shop', 0)).toBeUndefined()
    expect(connectionsRefusal('shop', 2)).toMatch(/2 connections.*stop api, workers and backup first/)
    expect(connectionsRefusal('shop', undefined)).toMatch(/may not list connections.*\(root\)/)
  })
})
