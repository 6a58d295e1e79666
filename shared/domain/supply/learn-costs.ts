import { raiseAlarm } from '../alarms/index.ts'
import type { Deps } from '../deps.ts'
import type { Batch, IUnit, LearnedFrom, UnitCost } from '../fulfilment/index.ts'
import {
  afterLesson,
  costOfPack,
  isProven,
  lessonOf,
  noCost,
  type PackLesson,
  suggestedCoins,
} from './cost-rules.ts'
import { type ISupplierPack, packId, SupplierPackModel } from './pack-model.ts'

type LearnDeps = Pick<Deps, 'clock' | 'log'>

/** What units cost at an account as is known now, in their order. */
export async function unitCosts(
  account: string,
  units: readonly Pick<IUnit, 'supplierItemId' | 'factor'>[],
): Promise<UnitCost[]> {
  const packs = await readPacks(account, units)
  return units.map(({ supplierItemId, factor }) => {
    const pack = packs.get(supplierItemId)
    return pack ? { cost: costOfPack(pack, factor), isProven: isProven(pack) } : { cost: '', isProven: false }
  })
}

/** What the purchases of a batch teach of the costs of their packs. Nothing is written before `keep` is called. */
export async function batchLesson(deps: LearnDeps, batch: Batch): Promise<LearnedFrom> {
  const { isTrue, packs } = lessonOf(batch, await readPacks(batch.account, batch.bought))
  return {
    isTrue,
    async keep() {
      for (const lesson of packs) await keepLesson(deps, batch, lesson)
    },
  }
}

async function readPacks(account: string, of: readonly { supplierItemId: string }[]) {
  const ids = [...new Set(of.map(({ supplierItemId }) => packId(account, supplierItemId)))]
  const packs =
    ids.length === 0 ? [] : await SupplierPackModel.find({ _id: { $in: ids } }).lean<ISupplierPack[]>()
  return new Map(packs.map((pack) => [pack.supplierItemId, pack]))
}

/** Others may write the same pack: a price list, a person, another batch. */
const triesAtMost = 5

async function keepLesson(deps: LearnDeps, batch: Batch, lesson: PackLesson): Promise<void> {
  const _id = packId(batch.account, lesson.supplierItemId)
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const pack = await SupplierPackModel.findById(_id).lean<ISupplierPack | null>()
    const known = pack?.cost ?? noCost()
    const cost = pack && afterLesson(known, lesson, { ...batch, at: deps.clock.now() })
    if (!cost) return
    const kept = await SupplierPackModel.updateOne({ _id, 'cost.version': known.version }, { $set: { cost } })
    if (kept.modifiedCount === 0) continue
    deps.log.info(
      { ...lesson, account: batch.account, group: batch.group },
      'a batch was compared with a cost',
    )
    await tell(deps, pack, lesson)
    return
  }
}

async function tell(deps: LearnDeps, pack: ISupplierPack, { kind, seen }: PackLesson): Promise<void> {
  const { account, supplierItemId, name, cost } = pack
  const about = { account, supplierItemId, name }
  if (kind === 'too_far') {
    const detail = `took ${seen} coins, and its list price suggests ${Math.round(suggestedCoins(pack) * 100) / 100}`
    await raiseAlarm(deps, { ...about, kind: 'cost_too_far', detail })
  }
  if (kind === 'differs') {
    const was = cost.source === 'typed' ? 'was typed' : 'were learned before'
    await raiseAlarm(deps, {
      ...about,
      kind: 'cost_differs',
      detail: `took ${seen} coins; ${cost.coins} ${was}`,
    })
  }
}
