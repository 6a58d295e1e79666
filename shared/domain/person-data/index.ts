export { clearOldRecords, clearOldRecordsEveryMs, clearOldRecordsJob } from './clear-old-records.ts'
export { erasedText } from './erased-values.ts'
export { exportOwnData, exportPerson, exportPersonAccess } from './export-person.ts'
export { exportFiles } from './personal-fields.ts'
