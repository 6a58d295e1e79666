import { join } from 'node:path'
import { SessionModel, sessionMs, UserModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { hashToken, newToken } from '@jhatpat/shared/platform/ids.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'
import { makeCustomer } from '../../large-dataset/one-customer.ts'
import { type Helper, startHelper } from '../kit/helper.ts'

/** A signed-in customer with an order. */
export type SocketClient = { token: string; orderid: string }

/** Distinct from all other numbers that a bench registers. */
const firstNumber = 1_000_000
const processes = 2

/** Creates `count` customers with a session and an order each, written as they are after some time. */
export async function makeSocketClients(count: number): Promise<SocketClient[]> {
  const now = new Date()
  const made = Array.from({ length: count }, (_, index) => {
    const number = firstNumber + index
    const { users, orders } = makeCustomer({ number, orders: 1, first: number, now })
    return { user: users[0], order: orders[0], token: newToken() }
  })
  const sessions = made.map(({ user, token }) => ({
    _id: hashToken(token),
    userId: user?._id,
    validFrom: user?.sessionsValidFrom,
    address: '',
    device: '',
    hasSecondFactor: false,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + sessionMs),
  }))
  await UserModel.collection.insertMany(made.map(({ user }) => user) as never)
  await OrderModel.collection.insertMany(made.map(({ order }) => order) as never)
  await SessionModel.collection.insertMany(sessions as never)
  return made.map(({ token, order }) => ({ token, orderid: String(order?._id) }))
}

/**
 * Opens a page for each, over websockets, from separate processes.
 * @throws CliError when one was rejected
 */
export async function openPages(url: string, members: readonly SocketClient[]): Promise<{ close(): void }> {
  const script = join(import.meta.dirname, 'socket-clients-main.ts')
  const helpers: Helper[] = []
  const close = () => {
    for (const helper of helpers) helper.stop()
  }
  try {
    for (let index = 0; index < processes; index += 1) helpers.push(await startHelper(script))
    const each = Math.ceil(members.length / processes)
    const open = await Promise.all(
      helpers.map((helper, index) => {
        const own = members.slice(index * each, (index + 1) * each)
        return helper.ask<number>({ url, members: own })
      }),
    )
    const all = open.reduce((sum, one) => sum + one, 0)
    if (all !== members.length) throw new CliError(`Of ${members.length} sockets ${all} stayed open.`)
    return { close }
  } catch (error) {
    close()
    throw error
  }
}
