import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Container } from './containers.ts'
import { isReady, nextMove, type Processes } from './replace-processes.ts'

const processOf = (name: string, state: Container['state']): Container => ({
  ...{ id: name, name, state, imageId: '', settingsHash: '' },
  ...{ createdAt: new Date(0), restarts: 0 },
})
const states = fc.array(fc.constantFrom('ready' as const, 'unready' as const), { maxLength: 5 })
const all = ({ current, former }: Processes) => [...current, ...former]
const readyIn = (processes: Processes) => all(processes).filter(isReady).length

/** What the processes are after a move, when every new process becomes ready. */
function after(processes: Processes, wanted: number, moves: number): Processes | undefined {
  const { current, former } = processes
  const { move, one } = nextMove(processes, wanted)
  if (move === 'none') return undefined
  if (move === 'start') return { current: [...current, processOf(`new ${moves}`, 'ready')], former }
  if (move === 'wait')
    return { current: current.with(current.indexOf(one), processOf(one.name, 'ready')), former }
  return { current: current.filter((kept) => kept !== one), former: former.filter((kept) => kept !== one) }
}

it('ends with the wanted number of current processes, however many there were, with no fewer ready meanwhile', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), states, states, (wanted, formerStates, currentStates) => {
      const former = formerStates.map((state, index) => processOf(`former ${index}`, state))
      const current = currentStates.map((state, index) => processOf(`current ${index}`, state))
      let processes: Processes = { former, current }
      const least = Math.min(wanted, readyIn(processes))
      const most = former.length + Math.max(wanted, current.length)
      for (let moves = 0; ; moves += 1) {
        expect(moves).toBeLessThanOrEqual(20)
        expect(readyIn(processes)).toBeGreaterThanOrEqual(least)
        expect(all(processes).length).toBeLessThanOrEqual(most)
        const next = after(processes, wanted, moves)
        if (!next) break
        processes = next
      }
      expect([processes.current.filter(isReady).length, processes.former]).toEqual([wanted, []])
    }),
  )
})
