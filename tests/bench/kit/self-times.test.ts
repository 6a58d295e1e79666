import { expect, it } from 'vitest'
import { type CpuProfile, selfTimes } from './self-times.ts'

const node = (id: number, url: string, functionName = 'f') => ({ id, callFrame: { functionName, url } })
const profile: CpuProfile = {
  nodes: [
    node(1, 'file:///shop/api/src/main.ts'),
    node(2, 'file:///shop/node_modules/express/lib/application.js'),
    node(3, 'file:///shop/node_modules/@scope/one/node_modules/@scope/two/index.js'),
    node(4, 'node:net'),
    node(5, '', '(idle)'),
    node(6, '', '(garbage collector)'),
    node(7, '', 'writev'),
    node(8, 'file:///shop/node_modules/express/lib/request.js'),
  ],
  samples: [1, 2, 3, 4, 5, 6, 7, 8],
  timeDeltas: [1_000, 2_000, 3_000, 4_000, 50_000, 5_000, 6_000, 7_000],
  startTime: 100_000,
}

it('adds up running time by module and package, and leaves out idle time', () => {
  expect(selfTimes(profile, { from: 0, to: Number.POSITIVE_INFINITY }, '/shop')).toEqual([
    ['express', 9],
    ['native code', 6],
    ['(garbage collector)', 5],
    ['node:net', 4],
    ['@scope/two', 3],
    ['api/src/main.ts', 1],
  ])
})

it('counts only the time between two moments', () => {
  expect(selfTimes(profile, { from: 102_000, to: 110_000 }, '/shop')).toEqual([
    ['node:net', 4],
    ['@scope/two', 3],
    ['express', 2],
  ])
})
