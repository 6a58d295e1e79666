import { findUserByMobile } from '../../accounts/index.ts'
import { OrderModel } from '../model/order-model.ts'

/** Whether a mobile number is that of a customer with a delivered order: such a number is no stranger's. */
export async function isBuyersMobile(mobile: string): Promise<boolean> {
  const user = await findUserByMobile(mobile)
  if (!user || user.contactChange?.mobile) return false
  return (await OrderModel.exists({ userId: user._id, status: 'Completed' })) !== null
}
