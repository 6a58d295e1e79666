/** The board's action for a key. */
export type BoardAction =
  | 'next'
  | 'take_next'
  | 'previous'
  | 'assign'
  | 'complete'
  | 'retry_unit'
  | 'refund'
  | 'cancel'
  | 'undo'
  | 'select'
  | 'evidence'
  | 'show_new'
  | 'search'
  | 'help'
  | 'close'

/** The keys as the bottom bar lists them; the help dialog has a sentence for each. */
export const boardKeys: readonly { keys: readonly string[]; action: BoardAction; short: string }[] = [
  { keys: ['J'], action: 'next', short: 'move' },
  { keys: ['K'], action: 'previous', short: 'move' },
  { keys: ['N'], action: 'take_next', short: 'the next' },
  { keys: ['A'], action: 'assign', short: 'assign to me' },
  { keys: ['D'], action: 'complete', short: 'completed' },
  { keys: ['S'], action: 'retry_unit', short: 'resend' },
  { keys: ['R'], action: 'refund', short: 'refund' },
  { keys: ['X'], action: 'cancel', short: 'cancel' },
  { keys: ['U'], action: 'undo', short: 'undo' },
  { keys: ['Space'], action: 'select', short: 'select' },
  { keys: ['E'], action: 'evidence', short: 'unclear' },
  { keys: ['.'], action: 'show_new', short: 'show new' },
  { keys: ['/'], action: 'search', short: 'search' },
  { keys: ['?'], action: 'help', short: 'all keys' },
  { keys: ['Esc'], action: 'close', short: 'close' },
]

export type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  isComposing: boolean
  target: EventTarget | null
}

const typedInto = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog'

/** Whether the element receives keys itself: any field, or anything inside a dialog. */
export function isTyping(element: Element | null): boolean {
  return element?.closest(typedInto) != null
}

/**
 * The action of a key press; undefined when it belongs to a field, a button, a dialog or the
 * browser.
 */
export function actionOf(press: KeyPress): BoardAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return undefined
  const element = press.target instanceof Element ? press.target : null
  if (isTyping(element) || element?.closest('[role=menu]')) return undefined
  const action = actionOfKey(press.key)
  if (action === 'select' && element?.closest('button, a')) return undefined
  return action
}

/** The key of an earlier release, which the help does not list. */
const unlistedKeys: Partial<Record<string, BoardAction>> = { C: 'assign' }

function actionOfKey(key: string): BoardAction | undefined {
  const name = key === ' ' ? 'Space' : key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key
  return boardKeys.find(({ keys }) => keys.includes(name))?.action ?? unlistedKeys[name]
}

const groupActions: ReadonlySet<BoardAction> = new Set<BoardAction>([
  ...(['assign', 'complete', 'retry_unit', 'refund', 'cancel', 'close'] as const),
])

/** Whether a key acts on the selected orders while there are some, never on the one with the focus. */
export const isGroupAction = (action: BoardAction): boolean => groupActions.has(action)

/** The order that J or K selects from the current row; stays at either end. */
export function neighbourOf(
  ids: readonly string[],
  current: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current)
  if (at < 0) return step === 1 ? ids[0] : ids.at(-1)
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)]
}
