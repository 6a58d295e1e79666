export { clearOldRecords, clearOldRecordsEveryMs, clearOldRecordsJob } from './clear-old-records.ts'
export { erasedValues } from './erased-values.ts'
export { exportOwnData, exportPerson, exportPersonAccess } from './export-person.ts'
export { PostponedClearingModel } from './postponed-clearing-model.ts'
