import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'

export const alertChannels = ['webhook', 'mail'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** A message that has not been accepted yet. */
export type PendingMessage = { channel: AlertChannel; attempts: number; nextAt: Date }

/** What an alert is about, such as an account; '' where there is only one thing. */
export type AlertSubject = { name: string; detail: string }

type SubjectState = AlertSubject & {
  isRaised: boolean
  /** Since when its condition has differed from `isRaised`; null: it does not. */
  differsSince: Date | null
}

/** An alert of the shop, as it was last evaluated. Stored, so that a restart repeats no message. */
export interface IShopAlert {
  /** The alert's name. */
  _id: string
  /** Whether it is raised for any subject. */
  isRaised: boolean
  /** When it was last raised, for the first subject or for another one, or ended. */
  changedAt: Date
  /** Of the subjects for which it was raised at that time and that were wrong then. */
  detail: string
  /** Those for which it is raised, will be or was within the last minute. Absent where an earlier version stored it. */
  subjects?: SubjectState[]
  /** Incremented by each change, so that of two processes that evaluate at once one is recorded. */
  revision: number
  pending: PendingMessage[]
}

const when = { type: Date, required: true } as const
const text = { type: String, default: '' } as const

export const ShopAlertModel = model<IShopAlert>(
  'ShopAlert',
  new Schema<IShopAlert>(
    {
      _id: { type: String, required: true },
      isRaised: { type: Boolean, required: true },
      changedAt: when,
      detail: text,
      subjects: {
        type: [
          new Schema<SubjectState>(
            {
              name: text,
              detail: text,
              isRaised: { type: Boolean, required: true },
              differsSince: { type: Date, default: null },
            } satisfies SchemaFields<SubjectState>,
            { _id: false },
          ),
        ],
        default: [],
      },
      revision: { type: Number, required: true },
      pending: {
        type: [
          new Schema<PendingMessage>(
            {
              channel: { type: String, enum: alertChannels, required: true },
              attempts: { type: Number, required: true },
              nextAt: when,
            } satisfies SchemaFields<PendingMessage>,
            { _id: false },
          ),
        ],
        default: [],
      },
    } satisfies SchemaFields<IShopAlert>,
    { collection: 'shop_alerts', strict: 'throw', versionKey: false },
  ),
)

/** A subject ends when its condition has not held for this long, so that one that flickers is raised once. */
const endAfterMs = 60_000

type Evaluation = {
  /** What is wrong now; none: nothing is. */
  subjects: readonly AlertSubject[]
  forMs: number
  channels: readonly AlertChannel[]
  now: Date
}

/**
 * Pure. The alert's next state: raised for a subject after its condition has held for `forMs`, and ended after it has
 * held for no subject for a minute. A message on every channel goes with the first subject, with each further one and
 * with the end; it replaces one that was not accepted before.
 * @returns the same state when nothing has changed
 */
export function nextAlertState(state: IShopAlert, { channels, ...evaluation }: Evaluation): IShopAlert {
  const { now } = evaluation
  const details = new Map(evaluation.subjects.map(({ name, detail }) => [name, detail]))
  const known = new Map(subjectsOf(state).map((subject) => [subject.name, subject]))
  const subjects = [...new Set([...known.keys(), ...details.keys()])].flatMap((name) => {
    const before = known.get(name) ?? { name, detail: '', isRaised: false, differsSince: null }
    return nextSubject(before, { ...evaluation, detail: details.get(name) }) ?? []
  })
  if (isSame(subjects, state.subjects)) return state
  const raised = subjects.filter(({ isRaised }) => isRaised)
  const hasNew = raised.some(({ name }) => !known.get(name)?.isRaised)
  const hasEnded = state.isRaised && raised.length === 0
  if (!hasNew && !hasEnded) return { ...state, subjects }
  return {
    ...state,
    isRaised: raised.length > 0,
    changedAt: now,
    detail: hasEnded ? state.detail : detailOf(raised, details),
    subjects,
    pending: channels.map((channel) => ({ channel, attempts: 0, nextAt: now })),
  }
}

/** An alert that is stored without subjects is raised for one that has no name, so that its end is noticed. */
const subjectsOf = ({ subjects, isRaised, detail }: IShopAlert): readonly SubjectState[] =>
  subjects ?? (isRaised ? [{ name: '', detail, isRaised, differsSince: null }] : [])

const isSame = (subjects: readonly SubjectState[], stored: readonly SubjectState[] | undefined): boolean =>
  subjects.length === stored?.length && subjects.every((own, index) => own === stored[index])

/** Of a subject that is right again, and has not ended yet, nothing is stated. */
const detailOf = (raised: readonly SubjectState[], details: ReadonlyMap<string, string>): string =>
  raised.flatMap(({ name }) => details.get(name) ?? []).join(', ')

type SubjectEvaluation = { detail: string | undefined; forMs: number; now: Date }

/** @returns undefined when nothing is wrong with it any more */
function nextSubject(
  state: SubjectState,
  { detail, forMs, now }: SubjectEvaluation,
): SubjectState | undefined {
  const isWrong = detail !== undefined
  if (isWrong === state.isRaised) {
    if (!isWrong) return undefined
    return state.differsSince === null ? state : { ...state, differsSince: null }
  }
  const differsSince = state.differsSince ?? now
  const waitMs = state.isRaised ? endAfterMs : forMs
  if (now.getTime() - differsSince.getTime() < waitMs) {
    return state.differsSince ? state : { ...state, differsSince }
  }
  return isWrong ? { ...state, detail, isRaised: true, differsSince: null } : undefined
}

/** Delays after failed attempts; the last repeats until the message is accepted or replaced. */
const retryDelaysMs = [60_000, 120_000, 300_000, 900_000]

/** When a message is tried again, unless its attempt, which begins now, is accepted. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0))

export const quietAlert = (name: string, now: Date): IShopAlert => ({
  ...{ _id: name, isRaised: false, changedAt: now, detail: '', subjects: [], revision: 0, pending: [] },
})
