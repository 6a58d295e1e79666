import { erasureRequestMs } from '../../contracts/approval-requests.ts'
import { WalletModel } from '../wallet/index.ts'
import { ErasureModel, type IErasure } from './erasure-model.ts'

/** An erasure, and the money that has reached the account's wallet since. */
export type ListedErasure = IErasure & { balancePaise: number }

/** All erasures but those withdrawn or rejected, the oldest request first. */
export async function listErasures(): Promise<ListedErasure[]> {
  const erasures = await ErasureModel.find({ state: { $nin: ['withdrawn', 'rejected'] } })
    .sort({ requestedAt: 1, _id: 1 })
    .lean<IErasure[]>()
  const wallets = await WalletModel.find({ _id: { $in: erasures.map(({ _id }) => _id) } }).lean()
  const balances = new Map(wallets.map(({ _id, balancePaise }) => [String(_id), balancePaise]))
  return erasures.map((erasure) => ({ ...erasure, balancePaise: balances.get(erasure._id) ?? 0 }))
}

/** When the oldest request was made that people can still decide; undefined when there is none. */
export async function oldestRequestAt(now: Date): Promise<Date | undefined> {
  const isOpen = { $gt: new Date(now.getTime() - erasureRequestMs) }
  const oldest = await ErasureModel.findOne({ state: 'requested', requestedAt: isOpen }, { requestedAt: 1 })
    .sort({ requestedAt: 1 })
    .lean()
  return oldest?.requestedAt
}
