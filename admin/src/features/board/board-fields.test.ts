import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Order } from '@jhatpat/shared/contracts/orders.ts'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** The code of the app, without tests and what stands in for the server in them. */
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^testing|fake-board|a-board-order/.test(name))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

const ofTheBoard = Object.keys(BoardOrder.shape).filter((field) => !(field in Order.shape))

it('knows what the board adds to an order', () => {
  expect(ofTheBoard).toEqual(expect.arrayContaining(['attention', 'claim', 'unitList', 'decisions']))
})

it.each(ofTheBoard)('shows or uses %s, since the server sends it for the board alone', (field) => {
  expect(code).toMatch(new RegExp(`[.{,]\\s*${field}\\b`))
})
