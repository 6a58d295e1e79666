export { adjustBalance, aloneUpTo } from './adjust-balance.ts'
export { answerRequest } from './answer-request.ts'
export { listRequests } from './list-requests.ts'
export { listUsers } from './list-users.ts'
export {
  changeAsOperator,
  createAsOperator,
  endSessionsAsOperator,
  type Operator,
} from './operator-acts.ts'
export { AdminRequestModel } from './request-model.ts'
export { updateUser } from './update-user.ts'
