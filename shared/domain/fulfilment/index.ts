export { mayNotCallBefore, noteAvailability, pausedUntil } from './breaker.ts'
export { type Bought, buyUnit } from './buy-unit.ts'
export { type AfterAnswer, type Answer, applyAnswer, nextUnitStep, type UnitStep } from './unit-rules.ts'
export { type IUnit, planUnits, type UnitState, unitSchema, unitStates } from './unit-schema.ts'
