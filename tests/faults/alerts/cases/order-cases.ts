import type { AlertCase } from './alert-case.ts'
import { pauseSupplierQueues, placeOrder, untilOrdersAre } from './stage-actions.ts'

/** MooGold accepts an order and never delivers it. */
export const paidNotDelivered: AlertCase = {
  alert: 'PaidNotDelivered',
  fault: 'a supplier has accepted an order and does not deliver it',
  async prepare(stage) {
    const { simulators, db } = stage.environment
    let id = ''
    return {
      begin: async () => {
        await simulators.control('moogold', { statuses: ['processing'] })
        id = await placeOrder(stage, 'crystals')
      },
      end: async () => {
        const orders = db.collection<{ _id: string; units: { supplierOrderId: string }[] }>('orders')
        const order = await orders.findOne({ _id: id })
        const setStatus = { order_id: Number(order?.units[0]?.supplierOrderId), status: 'completed' }
        await simulators.control('moogold', { statuses: ['processing', 'completed'], setStatus })
        await untilOrdersAre(stage, [id], 'Completed')
      },
    }
  },
}

/** The answer of a purchase is lost, and no lookup is answered. */
export const outcomeUnknown: AlertCase = {
  alert: 'OutcomeUnknown',
  fault: 'the answer of a purchase is lost and every lookup fails',
  async prepare(stage) {
    const { simulators } = stage.environment
    let id = ''
    return {
      begin: async () => {
        const lookups = ['order/order_detail', 'order/order_detail_partner_id', 'order/transaction_history']
        const failing = lookups.map((call) => ({ call, outcome: 'http500', times: 1_000_000 }))
        await simulators.control('moogold', { next: [{ outcome: 'timeout_accepted' }, ...failing] })
        id = await placeOrder(stage, 'crystals')
      },
      end: async () => {
        await simulators.control('moogold', { reset: 'faults' })
        await untilOrdersAre(stage, [id], 'Completed')
      },
    }
  },
}

/** The queue keeps its jobs, so that no sweeper enqueues them again, and no worker takes one. */
export const dueTaskOverdue: AlertCase = {
  alert: 'DueTaskOverdue',
  fault: 'the queues of the suppliers are paused, with a paid order in one',
  async prepare(stage) {
    let id = ''
    return {
      begin: async () => {
        await pauseSupplierQueues(stage.environment, true)
        id = await placeOrder(stage, 'crystals')
      },
      end: async () => {
        await pauseSupplierQueues(stage.environment, false)
        await untilOrdersAre(stage, [id], 'Completed')
      },
    }
  },
}

const payments = 3

/** The window of 15 minutes is no setting of the shop: an earlier payment is made that much older instead. */
const callbackWindowMs = 15 * 60_000

export const noPaymentCallbacks: AlertCase = {
  alert: 'NoPaymentCallbacks',
  fault: 'the callbacks of the gateway are lost, and checks find three payments',
  async prepare(stage) {
    const { simulators, db } = stage.environment
    const payOne = () => placeOrder(stage, 'crystals', 'now')
    const earlier = await payOne()
    await untilOrdersAre(stage, [earlier], 'Completed')
    const movePayment = async (ms: number) => {
      const processingAt = { $add: ['$processingAt', ms] }
      await db.collection<{ _id: string }>('orders').updateOne({ _id: earlier }, [{ $set: { processingAt } }])
    }
    return {
      begin: async () => {
        await movePayment(-callbackWindowMs)
        await simulators.control('upigateway', { webhook: { lost: true } })
        const ids: string[] = []
        for (let count = 0; count < payments; count += 1) ids.push(await payOne())
        await untilOrdersAre(stage, ids, 'Completed')
      },
      end: async () => {
        await simulators.control('upigateway', { webhook: { lost: false } })
        try {
          await untilOrdersAre(stage, [await payOne()], 'Completed')
        } finally {
          // The verification of the ledger compares this time with the order's history.
          await movePayment(callbackWindowMs)
        }
      },
    }
  },
}
