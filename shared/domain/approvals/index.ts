export { closeRequest } from './close-request.ts'
export { AdminRequestModel, type IAdminRequest, openAt, type RefundAsked } from './request-model.ts'
export { writeRequest } from './write-request.ts'
