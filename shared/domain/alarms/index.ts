export { alarmId, type ISupplyAlarm, SupplyAlarmModel } from './alarm-model.ts'
export { raiseAlarm } from './raise-alarm.ts'
