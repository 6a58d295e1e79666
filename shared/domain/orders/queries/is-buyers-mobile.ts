import { findUserByMobile } from '../../accounts/index.ts'
import { OrderModel } from '../model/order-model.ts'

/** Whether the mobile number belongs to a customer with a delivered order, and so is trusted. */
export async function isBuyersMobile(mobile: string): Promise<boolean> {
  const user = await findUserByMobile(mobile)
  if (!user || user.contactChange?.mobile) return false
  return (await OrderModel.exists({ userId: user._id, status: 'Completed' })) !== null
}
