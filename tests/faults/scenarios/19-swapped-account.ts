import { suppliers } from '@jhatpat/shared/contracts/suppliers.ts'
import { simulatorKeys } from '../../simulators/start-simulators.ts'
import { personOf } from '../../support/person.ts'
import { completeAccepted, placeAccepted, untilWithPerson } from '../load/accepted-orders.ts'
import { expectOfEach, isBoughtOnce, isComplete, isOpen, probeOrder } from '../load/probe.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

const orders = 8
type Login = { partnerId: string; secret: string }

const first: Login = {
  partnerId: simulatorKeys.MOOGOLD_PARTNER_ID,
  secret: simulatorKeys.MOOGOLD_SECRET,
}
const second: Login = { partnerId: 'second-partner', secret: 'second-secret' }
const third: Login = { partnerId: 'third-partner', secret: 'third-secret' }
/** No delay is needed: only a person can find out. */
const withPersonWithinMs = 20_000

/**
 * The shop gets another account at MooGold, which has none of its orders, while some are open: first with
 * the former account's credentials kept, then without.
 */
export const swappedAccount: Scenario = {
  number: 19,
  title: 'the account at MooGold is swapped while orders are open',
  quick: false,
  environment: {},
  async run(stage) {
    const { environment, settled, expect, recovered } = stage
    const { control } = environment.simulators
    for (const login of [second, third]) await control('moogold', { addAccount: login })

    const ofFirst = await placeAccepted(stage, 0, orders)
    await swap(stage, second, first)
    const ofSecond = await placeAccepted(stage, orders, orders)
    await completeAccepted(stage, ofFirst)
    await settled()
    await expectOfEach(stage, ofFirst, { 'is not complete': isComplete })

    await swap(stage, third, { partnerId: '', secret: '' })
    const ms = await untilWithPerson(stage, ofSecond, withPersonWithinMs)
    recovered('orders whose account nobody can ask were a person’s after', ms)
    const reply = await personOf(environment.apiUrls[0]!, environment.shop.admin.token).call(suppliers)
    const earlier = reply.find(({ account }) => account === 'MOOGOLD')?.earlierUnits
    expect(earlier === orders, `the suppliers’ screen tells of ${earlier} packs of an earlier account`)
    await control('moogold', { statuses: ['processing', 'completed'] })
    const ofThird = await probeOrder(stage, 2 * orders)
    await settled()
    await expectOfEach(stage, [ofThird], { 'is not complete': isComplete })
    await expectOfEach(stage, ofSecond, { 'was ended': isOpen })
    await expectAccounts(stage, [orders, orders, 1])
    await expectOfEach(stage, [...ofFirst, ...ofSecond, ofThird], { 'was not bought once': isBoughtOnce })
  },
}

/**
 * Every process gets the new account, one after the other, while the others still work with the former one.
 */
async function swap({ environment, note }: Stage, present: Login, former: Login): Promise<void> {
  const addEnv = {
    MOOGOLD_PARTNER_ID: present.partnerId,
    MOOGOLD_SECRET: present.secret,
    MOOGOLD_PREVIOUS_PARTNER_ID: former.partnerId,
    MOOGOLD_PREVIOUS_SECRET: former.secret,
  }
  for (const process of [...environment.apis, ...environment.workers]) {
    await process.stop()
    await process.start({ addEnv })
  }
  note(`the account is ${present.partnerId}, and the one before is ${former.partnerId || 'not kept'}`)
}

/** By MooGold's own journal, each account was used as often as orders were placed while it was the shop's. */
async function expectAccounts({ environment, expect }: Stage, wanted: readonly number[]): Promise<void> {
  const journal = await environment.simulators.journal('moogold')
  for (const [index, { partnerId }] of [first, second, third].entries()) {
    const made = journal.filter((entry) => entry.kind === 'order' && entry.partnerId === partnerId).length
    expect(made === wanted[index], `${partnerId} was bought from ${made} times, ${wanted[index]} are right`)
  }
}
