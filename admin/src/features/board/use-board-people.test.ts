import { describe, expect, it } from 'vitest'
import { othersPresent, replacePresence, withPresence } from './use-board-people.ts'

const imran = { id: 's2', adminId: 'a2', name: 'Imran', orderid: 'JP1', isPresent: true }
const sana = { id: 's3', adminId: 'a3', name: 'Sana', orderid: null, isPresent: true }
const mine = { id: 's1', adminId: 'a1', name: 'Meera', orderid: 'JP1', isPresent: true }
const emptyPresence = new Map()
const names = (...args: Parameters<typeof othersPresent>) => othersPresent(...args).map(({ name }) => name)

describe('presence on the board', () => {
  it('lists the other admins, whichever of their pages is open', () => {
    const twice = { ...imran, id: 's9' }
    expect(names(replacePresence(emptyPresence, [sana, mine, imran, twice], 0), 'a1', 0)).toEqual([
      'Imran',
      'Sana',
    ])
  })

  it('follows admins who move, join and leave', () => {
    const moved = withPresence(
      replacePresence(emptyPresence, [imran], 0),
      { ...imran, orderid: 'JP2' },
      1_000,
    )
    expect(othersPresent(moved, 'a1', 1_000)).toMatchObject([{ name: 'Imran', orderid: 'JP2' }])
    const came = withPresence(moved, sana, 1_000)
    expect(names(withPresence(came, { ...imran, isPresent: false }, 2_000), 'a1', 2_000)).toEqual(['Sana'])
  })

  it('keeps the list when the server sends an empty one to a page that already has it', () => {
    const people = replacePresence(replacePresence(emptyPresence, [imran], 0), [], 20_000)
    expect(names(people, 'a1', 69_999)).toEqual(['Imran'])
    expect(names(people, 'a1', 70_000)).toEqual([])
  })

  it('drops admins whose pings have stopped', () => {
    const people = withPresence(replacePresence(emptyPresence, [imran], 0), sana, 40_000)
    expect(names(people, 'a1', 69_999)).toEqual(['Imran', 'Sana'])
    expect(names(people, 'a1', 70_000)).toEqual(['Sana'])
  })
})
