export { pointsEarned, pointsValuePaise, proratedPoints, toHundredths, toPoints } from './point-rules.ts'
export {
  type IPointsEntry,
  PointsBalanceModel,
  PointsEntryModel,
  pointAccounts,
  pointKinds,
} from './points-model.ts'
export {
  isPosted,
  latePointsLeft,
  listPoints,
  type PointMove,
  pointsBalance,
  postOwedPoints,
  postPoints,
} from './post-points.ts'
export { redeemPoints } from './redeem-points.ts'
export { comparePointCauses, expectedRedemptions, type PointFault, verifyPoints } from './verify-points.ts'
